; Letters: small ones, each a tile, and big ones of cells.

; Takes the address of what follows the call, and reads its first byte.
.macro take_text
        pla
        sta text
        pla
        sta text + 1
        ldy #1
        lda (text),y
.endmacro

; Small letters: the place and the text follow the call.
write_text:
        take_text
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
        take_text
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
