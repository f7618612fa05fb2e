; The setup: a movie sends its settings through controller 2, a person chooses them.

open_setup:
        lda #0
        sta wire
        lda #SCREEN_SETUP
        ldx #NMI_ON | TEXT_TILES
        jsr begin_screen
        jsr write_text
        .byte $20, $C4
        .byte "RULES", END
        jsr write_text
        .byte $21, $04
        .byte "LEVEL", END
        jsr write_text
        .byte $21, $44
        .byte "RISES", END
        jsr write_text
        .byte $21, $84
        .byte "DEALER", END
        jsr write_text
        .byte $21, $C4
        .byte "BACKDROP", END
        jsr write_text
        .byte $22, $04
        .byte "COLOR 1", END
        jsr write_text
        .byte $22, $44
        .byte "COLOR 2", END
        jsr write_text
        .byte $22, $84
        .byte "COLOR 3", END
        jsr write_text
        .byte $23, $01
        .byte "UP DOWN CHOOSE  LEFT RIGHT SET", END
        jsr write_text
        .byte $23, $41
        .byte "START PLAYS  A B TURN  UP DROP", END
        ldx #3                         ; two tiles of each colour
@patch: lda #$22
        sta PPU_ADDR
        lda patch_low - 1,x
        sta PPU_ADDR
        lda patch_tile - 1,x
        sta PPU_DATA
        sta PPU_DATA
        dex
        bne @patch
        lda #$23
        ldx #$E7
        jsr at
        lda #%01000100
        sta PPU_DATA
        lda #$23
        ldx #$EF
        jsr at
        lda #%01010100
        sta PPU_DATA
        jsr end_screen
        lda #0
        sta entry
        rts

; Select and B together: controller 2 sends a setting, six bits on A B Select Start Up Left.
setup_frame:
        lda pad1
        cmp #BUTTON_SELECT | BUTTON_B
        bne @keys
        ldx wire
        cpx #SETTINGS
        beq @keys
        lda pad2
        lsr a
        lsr a
        and #%00111110
        sta settings,x
        lda pad2
        and #BUTTON_LEFT
        beq :+
        inc settings,x
:       inc wire
        cpx #SETTINGS - 1
        bne @stay
        jmp seed_generator             ; a movie finds the generator as at power-on
@stay:  rts
@keys:  lda pressed
        and #BUTTON_START
        beq choose
        jmp open_game

; A person goes up and down through the lines, and left and right through the values of one.
choose: lda pressed
        and #BUTTON_DOWN
        beq :+
        inc entry
:       lda pressed
        and #BUTTON_UP
        beq :+
        dec entry
:       lda entry
        and #SETUP_LINES - 1
        sta entry
        lda pad1
        and #SIDEWAYS
        beq compose_setup
        lda pressed
        and #SIDEWAYS
        bne @press
        inc auto_repeat
        lda auto_repeat
        cmp #20
        bcc compose_setup
        lda #16
        .byte $2C                      ; skips two bytes: BIT of an address
@press: lda #0
        sta auto_repeat
        ldx entry
        ldy settings,x
        lda pad1
        and #BUTTON_RIGHT
        bne @more
        dey
        bpl @set
        ldy most,x
        bpl @set
@more:  tya
        ldy #0
        cmp most,x
        bcs @set
        tay
        iny
@set:   sty settings,x
        cpx #4
        bcc compose_setup
        jsr mix_palettes

; All lines of the setup, one a slot. New palettes and lines are too much for one vertical blank.
compose_setup:
        lda palette_new
        bne @done
        ldx #SETUP_LINES - 1
:       jsr compose_line
        dex
        bpl :-
        lda #SETUP_LINES
        sta used_slots
@done:  rts

; Line X: a dash if it is chosen, then its value.
compose_line:
        lda line_low,x
        sta slot_low,x
        lda line_high,x
        sta slot_high,x
        ldy slot_start,x
        lda #BLANK | SMALL
        cpx entry
        bne :+
        lda #DASH | SMALL
:       sta slots,y
        iny
        lda #BLANK | SMALL
        sta slots,y
        iny
        lda settings,x
        cpx #1
        beq @number
        cpx #4
        bcs @color
        adc first_word,x               ; one of two words
        stx scratch
        tax
        lda word_start,x
        tax
        lda #TILE_COLUMNS - 2
        sta scratch + 1
:       lda setup_words,x
        ora #SMALL
        sta slots,y
        inx
        iny
        dec scratch + 1
        bne :-
        ldx scratch
        rts
@number:
        ldx #SMALL
:       cmp #10
        bcc :+
        sbc #10
        inx
        bne :-
:       pha
        txa
        sta slots,y
        pla
        ora #SMALL
        sta slots + 1,y
        ldx #1
        lda #TILE_COLUMNS - 4
        bne @blank
@color: pha
        lda #DOLLAR | SMALL
        sta slots,y
        iny
        pla
        pha
        lsr a
        lsr a
        lsr a
        lsr a
        ora #SMALL
        sta slots,y
        pla
        and #$0F
        ora #SMALL
        sta slots + 1,y
        lda #TILE_COLUMNS - 5
@blank: iny
        iny
        sta scratch
        lda #BLANK | SMALL
:       sta slots,y
        iny
        dec scratch
        bne :-
        rts
