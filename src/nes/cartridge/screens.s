; The screens: title, setup, and what stands around the field.

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
        bne open_setup
        rts

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
        lda #$89                       ; a movie finds the generator as at power-on
        sta seed
        lda #$88
        sta seed + 1
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
        sta tens
        sta glow
        ldx #PANEL_SIZE - 1
:       sta panel,x
        dex
        bpl :-
        lda #NOTHING
        sta next_kind
        ldx #word_blank - words
        jsr say
        jsr set_speed
        ldx set_level
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

; Small letters: the place and the text follow the call.
write_text:
        pla
        sta text
        pla
        sta text + 1
        ldy #1
        lda (text),y
        sta PPU_ADDR
        iny
        lda (text),y
        sta PPU_ADDR
@next:  iny
        lda (text),y
        bmi behind_text
        ora #SMALL
        sta PPU_DATA
        bne @next
behind_text:
        tya
        clc
        adc text
        tay
        lda text + 1
        adc #0
        pha
        tya
        pha
        rts

; Big letters, three rows of tiles: the place and the text follow the call.
write_big:
        pla
        sta text
        pla
        sta text + 1
        ldy #1
        lda (text),y
        sta scratch + 1
        iny
        lda (text),y
        sta scratch
        lda #0
        sta scratch + 2
@row:   lda scratch + 1
        sta PPU_ADDR
        lda scratch
        sta PPU_ADDR
        ldy #2
@next:  iny
        lda (text),y
        bmi @below
        asl a
        sta scratch + 3
        asl a
        adc scratch + 3
        adc scratch + 2
        tax
        lda big_letters,x
        sta PPU_DATA
        lda big_letters + 1,x
        sta PPU_DATA
        jmp @next
@below: lda scratch
        clc
        adc #32
        sta scratch
        bcc :+
        inc scratch + 1
:       lda scratch + 2
        clc
        adc #2
        sta scratch + 2
        cmp #6
        bne @row
        jmp behind_text

; One letter of the panel that is not on the screen yet.
compose_panel:
        lda glyph_high
        bne @done
        ldx #PANEL_SIZE - 1
@look:  lda panel,x
        cmp panel_shown,x
        bne @found
        dex
        bpl @look
@done:  rts
@found: sta panel_shown,x
        lda panel_high,x
        sta glyph_high
        lda panel_low,x
        sta glyph_low
        lda panel,x
        asl a
        sta scratch
        asl a
        adc scratch
        tay
        ldx #0
:       lda big_letters,y
        sta glyph_tiles,x
        iny
        inx
        cpx #6
        bne :-
        rts

; The falling piece and, above the field, the next one; a pause hides them.
compose_sprites:
        lda #$FF
        ldy #4 * (SPRITES_WALL - 1)
:       sta sprites,y
        dey
        dey
        dey
        dey
        bpl :-
        lda paused
        bne @done
        ldx next_kind
        bmi @falling
        lda kind_colors,x
        sta scratch + 2
        lda spawn_pose,x
        tax
        lda #<-6
        sta scratch
        lda #FIELD_WIDTH / 2
        sta scratch + 1
        ldy #4 * SPRITES_NEXT
        jsr draw_piece
@falling:
        lda phase
        cmp #PHASE_FALLING
        bne @done
        ldx pose
        lda row
        sta scratch
        lda column
        sta scratch + 1
        lda color
        sta scratch + 2
        ldy #4 * SPRITES_PIECE
        jmp draw_piece
@done:  rts

; Pose X with its origin at row scratch, column scratch + 1, in colour scratch + 2, from sprite Y / 4
; on. What is between the field and the next piece is behind the slit: not seen.
draw_piece:
        txa
        asl a
        asl a
        tax
        lda #4
        sta scratch + 3
@cell:  lda pose_y,x
        clc
        adc scratch
        cmp #<-4
        bcs @next
        asl a
        asl a
        clc
        adc #FIELD_Y - 1
        sta sprites,y
        lda scratch + 2
        sta sprites + 1,y
        lda #0
        sta sprites + 2,y
        lda pose_x,x
        clc
        adc scratch + 1
        asl a
        asl a
        adc #FIELD_X
        sta sprites + 3,y
@next:  inx
        iny
        iny
        iny
        iny
        dec scratch + 3
        bne @cell
        rts
