; The screens and what stands beside the field.

open_title:
        lda #SCREEN_TITLE
        ldx #NMI_ON | TEXT_TILES
        jsr begin_screen
        jsr write_text
        .byte $20, $A4
        .byte "PRINT WITH FALLING PIECES", END
        jsr write_text
        .byte $22, $2A
        .byte "PRESS START", END
        jmp end_screen

open_setup:
        lda #0
        sta wire
        lda #SCREEN_SETUP
        ldx #NMI_ON | TEXT_TILES
        jsr begin_screen
        jsr write_text
        .byte $21, $05
        .byte "A B TURN   UP DROPS", END
        jsr write_text
        .byte $21, $A5
        .byte "START BEGINS A GAME", END
        jmp end_screen

title_frame:
        lda pressed
        and #BUTTON_START
        beq :+
        jmp open_setup
:       rts

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
        beq @stay

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
; All palettes: the field's, then that of the frame and the letters.
        ldx #31
:       lda set_colors
        sta palettes,x
        txa
        and #3
        tay
        txa
        and #4
        bne @text
        lda set_colors,y
        jmp @store
@text:  lda set_colors
        cpy #0
        beq @store
        tay
        lda text_colors,y
@store: sta palettes,x
        dex
        bpl :-
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
        bmi @end
        ora #$80
        sta PPU_DATA
        bne @next
@end:   tya
        clc
        adc text
        tay
        lda text + 1
        adc #0
        pha
        tya
        pha
        rts

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

; The falling piece; a pause hides it.
compose_sprites:
        lda pose
        asl a
        asl a
        tax
        ldy #0
@cell:  lda #$FF
        sta sprites,y
        lda phase
        cmp #PHASE_FALLING
        bne @next
        lda paused
        bne @next
        lda pose_y,x
        clc
        adc row
        bmi @next
        asl a
        asl a
        adc #FIELD_Y - 1
        sta sprites,y
        lda color
        sta sprites + 1,y
        lda #0
        sta sprites + 2,y
        lda pose_x,x
        clc
        adc column
        asl a
        asl a
        adc #FIELD_X
        sta sprites + 3,y
@next:  inx
        iny
        iny
        iny
        iny
        cpy #16
        bne @cell
        rts
