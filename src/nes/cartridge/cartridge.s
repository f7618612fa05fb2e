; The print cartridge: a game of falling pieces on a field of 21x42 cells, for two controllers.
;
; A cell is 4x4 pixels, so one background tile shows 2x2 cells of 4 colours, and the 256 tiles of one
; pattern table are all there can be. The falling piece is four sprites. Controller 1 plays,
; controller 2 may deal. Every vertical blank shows what the frame before has prepared: the NMI
; sends it, the main loop plays one frame of the game and prepares the next picture.

        .include "hardware.inc"
        .include "memory.inc"

.segment "HEADER"
        .byte "NES", $1A
        .byte 1, 1                     ; 16 KB of program, 8 KB of tiles
        .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

; Letters are numbers from here on. (A quoted letter would be translated itself, hence $30 and $41.)
.repeat 10, I
        .charmap $30 + I, I
.endrepeat
.repeat 26, I
        .charmap $41 + I, 10 + I
.endrepeat
        .charmap ' ', 36
        .charmap '-', 37
        .charmap '$', 38
BLANK   = 36
DASH    = 37
DOLLAR  = 38
SMALL   = $80                          ; the tile of the first small letter
END     = $FF

.segment "CODE"
        .include "frame.s"
        .include "screens.s"
        .include "setup.s"
        .include "letters.s"
        .include "sprites.s"
        .include "game.s"
        .include "field.s"
        .include "dealer.s"

.segment "RODATA"
        .include "tables.s"

.segment "VECTORS"
        .word nmi, reset, ignore

.segment "TILES"
        .include "tiles.s"
