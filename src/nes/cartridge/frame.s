; Power-on, the vertical blank, and the main loop.

reset:
        sei
        cld
        ldx #$40
        stx PAD2                       ; no interrupts from the sound
        ldx #$FF
        txs
        inx
        stx PPU_CTRL
        stx PPU_MASK
        bit PPU_STATUS
:       bit PPU_STATUS
        bpl :-
        txa
@clear: sta $00,x
        sta $0200,x
        sta $0300,x
        sta $0400,x
        sta $0500,x
        sta $0600,x
        sta $0700,x
        inx
        bne @clear
        jsr read_pads                  ; so that no emulator counts this frame as lag
:       bit PPU_STATUS
        bpl :-
        lda #%00001111
        sta APU_STATUS
        jsr seed_generator
        ldx #SETTINGS - 1
:       lda default_settings,x
        sta settings,x
        dex
        bpl :-
        lda #1
        sta loading
        lda #NMI_ON
        sta ctrl
        sta PPU_CTRL
        jsr open_title

main:
        lda #1
        sta ready
:       lda ready
        bne :-
        jsr take_pads
        lda screen
        beq @title
        cmp #SCREEN_SETUP
        beq @setup
        jsr play_frame
        jmp main
@title: jsr step_generator
        jsr title_frame
        jmp main
@setup: jsr step_generator
        jsr setup_frame
        jmp main

; The buttons that the NMI has read become those of this frame.
take_pads:
        lda pad1
        sta pad1_before
        lda pads
        sta pad1
        lda pads + 1
        sta pad2
        lda pad1_before
        eor #$FF
        and pad1
        sta pressed
        rts

nmi:
        pha
        txa
        pha
        tya
        pha
        jsr read_pads                  ; first of all: always at the same moment of a frame
        inc frames
        lda ready
        bne @show
        lda loading
        bne @end
        inc lag
        jmp @end
@show:  lda #0
        sta OAM_ADDR
        lda #>sprites
        sta OAM_DMA
        jsr send_slots
        jsr send_glyph
        jsr send_palettes
        lda ctrl
        sta PPU_CTRL
        lda #0
        sta PPU_SCROLL
        sta PPU_SCROLL
        lda #RENDER_ON
        sta PPU_MASK
        lda #0
        sta ready
@end:   pla
        tay
        pla
        tax
        pla
ignore: rti

read_pads:
        lda #1
        sta PAD1
        sta pads + 1                   ; a bit that falls out after eight more
        lsr a
        sta PAD1
:       lda PAD1
        lsr a
        rol pads
        lda PAD2
        lsr a
        rol pads + 1
        bcc :-
        rts

; Tile rows to the screen, 102 cycles each: no loop inside.
send_slots:
.repeat SLOTS, S
        lda used_slots
        cmp #S + 1
        bcs :+
        jmp slots_sent
:       lda slot_high + S
        sta PPU_ADDR
        lda slot_low + S
        sta PPU_ADDR
.repeat TILE_COLUMNS, T
        lda slots + S * TILE_COLUMNS + T
        sta PPU_DATA
.endrepeat
.endrepeat
slots_sent:
        lda #0
        sta used_slots
        rts

; One big letter: three rows of two tiles.
send_glyph:
        lda glyph_high
        beq @done
.repeat 3, R
        lda glyph_high
        sta PPU_ADDR
        lda glyph_low
        sta PPU_ADDR
        lda glyph_tiles + 2 * R
        sta PPU_DATA
        lda glyph_tiles + 2 * R + 1
        sta PPU_DATA
        lda glyph_low
        clc
        adc #32
        sta glyph_low
        lda glyph_high
        adc #0
        sta glyph_high
.endrepeat
        lda #0
        sta glyph_high
@done:  rts

send_palettes:
        lda #>PALETTES
        sta PPU_ADDR
        lda palette_new
        beq @frame
        lda #0
        sta palette_new
        sta PPU_ADDR
        tax
:       lda palettes,x
        sta PPU_DATA
        inx
        cpx #32
        bne :-
        rts
@frame: lda #$05                       ; the frame shines: background and sprites
        sta PPU_ADDR
        lda frame_color
        sta PPU_DATA
        lda #>PALETTES
        sta PPU_ADDR
        lda #$15
        sta PPU_ADDR
        lda frame_color
        sta PPU_DATA
        rts
