; The title, the field's surroundings, and how one screen follows another.

open_title:
        lda #SCREEN_TITLE
        ldx #NMI_ON
        jsr begin_screen
        jsr write_big
        .byte $20, $AA
        .byte "TETRIS", END
        jsr write_big
        .byte $21, $29
        .byte "PRINTER", END
        jsr write_big
        .byte $22, $05
        .byte "PRESS START", END
        lda #$23                       ; at the floor, squares of four T pieces
        ldx #$00
        jsr at
        ldy #0
@row:   ldx #16
:       lda squares,y
        sta PPU_DATA
        lda squares + 1,y
        sta PPU_DATA
        dex
        bne :-
        iny
        iny
        cpy #8
        bne @row
        lda #$23                       ; the first word and the pieces are coloured
        ldx #$C8
        jsr at
        lda #0
        ldx #8
        jsr repeat
        lda #$23
        ldx #$F0
        jsr at
        lda #0
        ldx #8
        jsr repeat
        jmp end_screen

title_frame:
        lda pressed
        and #BUTTON_START
        beq :+
        jmp open_setup
:       rts

open_game:
        lda #SCREEN_GAME
        ldx #NMI_ON
        jsr begin_screen
        ldx #FIELD_HEIGHT - 1
@rows:  lda row_start_low,x
        sta row_low,x
        lda row_start_high,x
        sta row_high,x
        lda #0
        sta row_count,x
        sta full,x
        dex
        bpl @rows
        ldx #0
        txa
@cells: sta cells,x
        sta cells + $100,x
        sta cells + $200,x
        sta cells + FIELD_WIDTH * FIELD_HEIGHT - $100,x
        inx
        bne @cells
        sta phase
        sta paused
        sta game_frame
        sta spawn_count
        sta dealt_before
        sta auto_repeat
        sta glow
        ldx #PANEL_SIZE - 1
:       sta panel,x
        dex
        bpl :-
        lda #NOTHING
        sta next_kind
        ldx #word_blank - words
        jsr say
        lda set_rules
        sta hangs
        jsr set_speed
        ldx set_level
        lda first_rise,x
        sta until_rise
        cpx #0
        beq @kinds
:       txa
        pha
        ldx #level + 1
        jsr count_up
        pla
        tax
        dex
        bne :-
@kinds: ldx #6
@kind:  ldy kind_byte,x
        lda set_kinds,y
        ldy kind_shift,x
        beq :++
:       lsr a
        dey
        bne :-
:       and #3
        sta kind_colors,x
        dex
        bpl @kind
        ldx #PANEL_SIZE - 1            ; nothing is shown yet
        lda #NOTHING
:       sta panel_shown,x
        dex
        bpl :-
        jsr draw_frame
        jsr write_big
        .byte $20, $B1
        .byte "PIECES", END
        jsr write_big
        .byte $21, $91
        .byte "LINES", END
        jsr write_big
        .byte $22, $71
        .byte "LEVEL", END
        jmp end_screen

; The left wall and the floor are tiles; the right wall shares its tiles with the field and is made
; of sprites, and so is the slit at the top.
draw_frame:
        lda ctrl
        ora #%100                      ; downwards
        sta PPU_CTRL
        lda #$20
        ldx #$A3
        jsr at
        ldx #TILE_ROWS
        lda #%01000100
:       sta PPU_DATA
        dex
        bne :-
        lda ctrl
        sta PPU_CTRL
        lda #$23
        ldx #$43
        jsr at
        lda #%00000100
        sta PPU_DATA
        ldx #TILE_COLUMNS
        lda #%00000101
:       sta PPU_DATA
        dex
        bne :-
        lda #>ATTRIBUTES
        sta PPU_ADDR
        lda #<ATTRIBUTES
        sta PPU_ADDR
        ldx #0
:       lda game_attributes,x
        sta PPU_DATA
        inx
        cpx #64
        bne :-
        ldx #0
        ldy #FIELD_Y - 1
@wall:  tya
        sta sprites + 4 * SPRITES_WALL,x
        clc
        adc #8
        tay
        lda #%00010001
        sta sprites + 4 * SPRITES_WALL + 1,x
        lda #1
        sta sprites + 4 * SPRITES_WALL + 2,x
        lda #FIELD_X + FIELD_WIDTH * CELL
        sta sprites + 4 * SPRITES_WALL + 3,x
        inx
        inx
        inx
        inx
        cpx #4 * TILE_ROWS
        bne @wall
        ldx #0
        ldy #FIELD_X - CELL
@slit:  lda #FIELD_Y - 9
        sta sprites + 4 * SPRITES_SLIT,x
        lda #%01010000
        sta sprites + 4 * SPRITES_SLIT + 1,x
        lda #1
        sta sprites + 4 * SPRITES_SLIT + 2,x
        tya
        sta sprites + 4 * SPRITES_SLIT + 3,x
        clc
        adc #12
        tay
        inx
        inx
        inx
        inx
        cpx #4 * SLIT_DASHES
        bne @slit
        rts

; Screen A with PPU_CTRL X: the picture is off and the NMI only reads the controllers.
begin_screen:
        sta screen
        stx ctrl
        lda #1
        sta loading
        lda #0
        sta PPU_MASK
        sta used_slots
        sta glyph_high
        lda frames
        sta entry
        lda ctrl
        sta PPU_CTRL
        lda #>NAMETABLE
        ldx #<NAMETABLE
        jsr at
        ldx #4
        ldy #0
        tya
:       sta PPU_DATA
        iny
        bne :-
        dex
        bne :-
        ldx #0
        lda #$FF
:       sta sprites,x
        inx
        bne :-
        ldx #TILE_ROWS - 1
        lda #0
:       sta dirty,x
        dex
        bpl :-
        lda #>ATTRIBUTES               ; letters have palette 1
        ldx #<ATTRIBUTES
        jsr at
        lda #%01010101
        ldx #64
        jsr repeat

; All palettes: the field's, then that of the frame and the letters.
mix_palettes:
        ldx #31
@entry: txa
        and #3
        tay
        beq @field                     ; the first of each is the backdrop
        txa
        and #4
        beq @field
        ldy set_colors
        lda text_colors,y
        jmp @store
@field: lda set_colors,y
@store: sta palettes,x
        dex
        bpl @entry
        lda #1
        sta palette_new
        rts

; The picture comes back eight frames after the button, on every console the same.
end_screen:
        lda frames
        sec
        sbc entry
        cmp #8
        bcc end_screen
        lda #0
        sta loading
        rts

at:     sta PPU_ADDR
        stx PPU_ADDR
        rts

; Sends A to the screen X times.
repeat: sta PPU_DATA
        dex
        bne repeat
        rts
