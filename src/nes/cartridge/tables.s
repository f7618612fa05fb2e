; What the game looks up.

; The nineteen poses, in the console's order: the cells' rows and columns from the origin, and the
; poses after a turn to the right (A) and to the left (B).
pose_y:
        .byte $00, $00, $00, $FF         ; T up
        .byte $FF, $00, $00, $01         ; T right
        .byte $00, $00, $00, $01         ; T down
        .byte $FF, $00, $00, $01         ; T left
        .byte $FF, $00, $01, $01         ; J left
        .byte $FF, $00, $00, $00         ; J up
        .byte $FF, $FF, $00, $01         ; J right
        .byte $00, $00, $00, $01         ; J down
        .byte $00, $00, $01, $01         ; Z horizontal
        .byte $FF, $00, $00, $01         ; Z vertical
        .byte $00, $00, $01, $01         ; O
        .byte $00, $00, $01, $01         ; S horizontal
        .byte $FF, $00, $00, $01         ; S vertical
        .byte $FF, $00, $01, $01         ; L right
        .byte $00, $00, $00, $01         ; L down
        .byte $FF, $FF, $00, $01         ; L left
        .byte $FF, $00, $00, $00         ; L up
        .byte $FE, $FF, $00, $01         ; I vertical
        .byte $00, $00, $00, $00         ; I horizontal
pose_x:
        .byte $FF, $00, $01, $00         ; T up
        .byte $00, $00, $01, $00         ; T right
        .byte $FF, $00, $01, $00         ; T down
        .byte $00, $FF, $00, $00         ; T left
        .byte $00, $00, $FF, $00         ; J left
        .byte $FF, $FF, $00, $01         ; J up
        .byte $00, $01, $00, $00         ; J right
        .byte $FF, $00, $01, $01         ; J down
        .byte $FF, $00, $00, $01         ; Z horizontal
        .byte $01, $00, $01, $00         ; Z vertical
        .byte $FF, $00, $FF, $00         ; O
        .byte $00, $01, $FF, $00         ; S horizontal
        .byte $00, $00, $01, $01         ; S vertical
        .byte $00, $00, $00, $01         ; L right
        .byte $FF, $00, $01, $FF         ; L down
        .byte $FF, $00, $00, $00         ; L left
        .byte $01, $FF, $00, $01         ; L up
        .byte $00, $00, $00, $00         ; I vertical
        .byte $FE, $FF, $00, $01         ; I horizontal
turned_right:
        .byte 1, 2, 3, 0, 5, 6, 7, 4, 9, 8, 10, 12, 11, 14, 15, 16, 13, 18, 17
turned_left:
        .byte 3, 0, 1, 2, 7, 4, 5, 6, 9, 8, 10, 12, 11, 16, 13, 14, 15, 18, 17

; T J Z O S L I, the order in which the generator counts.
spawn_pose:
        .byte 2, 7, 8, 10, 11, 14, 18
kind_byte:
        .byte 0, 0, 0, 1, 1, 1, 2
kind_shift:
        .byte 0, 2, 4, 0, 2, 4, 0

; By level.
frames_per_row:
        .byte 48, 43, 38, 33, 28, 23, 18, 13, 8, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3
        .byte 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1

; The lines after which a game that starts at this level first rises.
first_rise:
        .byte 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100, 100
        .byte 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 200, 200, 200, 200

default_settings:
        .byte 0, 0, 0, 1, $0F, $30, $21, $16
        .byte 1 | 2 << 2 | 3 << 4, 1 | 2 << 2 | 3 << 4, 1

; White on a dark backdrop, black on a light one.
text_colors:
.repeat 64, I
        .byte (I < $20 || (I & $0F) > $0D) * $30 + (I >= $20 && (I & $0F) <= $0D) * $0F
.endrepeat

row_start_low:
.repeat FIELD_HEIGHT, R
        .byte <(cells + R * FIELD_WIDTH)
.endrepeat
row_start_high:
.repeat FIELD_HEIGHT, R
        .byte >(cells + R * FIELD_WIDTH)
.endrepeat

tile_row_low:
.repeat TILE_ROWS, R
        .byte <(NAMETABLE + (FIELD_Y / 8 + R) * 32 + FIELD_X / 8)
.endrepeat
tile_row_high:
.repeat TILE_ROWS, R
        .byte >(NAMETABLE + (FIELD_Y / 8 + R) * 32 + FIELD_X / 8)
.endrepeat
slot_start:
.repeat SLOTS, S
        .byte S * TILE_COLUMNS
.endrepeat

; Where the letters of the panel stand: pieces, lines, level, message.
.define PIECES_AT $2111, $2113, $2115, $2117, $2119
.define LINES_AT $21F1, $21F3, $21F5, $21F7, $21F9
.define LEVEL_AT $22D1, $22D3
.define MESSAGE_AT $2351, $2353, $2355, $2357, $2359
panel_low:
        .lobytes PIECES_AT, LINES_AT, LEVEL_AT, MESSAGE_AT
panel_high:
        .hibytes PIECES_AT, LINES_AT, LEVEL_AT, MESSAGE_AT

; The lines of the setup: where their values stand, and the highest of these.
line_low:
.repeat SETUP_LINES, I
        .byte <($20CF + 64 * I)
.endrepeat
line_high:
.repeat SETUP_LINES, I
        .byte >($20CF + 64 * I)
.endrepeat
most:
        .byte 1, 29, 1, 1, 63, 63, 63, 63
first_word:
        .byte 0, 0, 2, 4
word_start:
        .byte 0, 9, 18, 27, 36, 45
setup_words:
        .byte "CARTRIDGE", "NES      "
        .byte "NEVER    ", "TEN LINES"
        .byte "PAD 2    ", "CHANCE   "
patch_low:
        .byte $1C, $5C, $9C
patch_tile:
        .byte %01010101, %10101010, %11111111

; Four T pieces make a square of 4x4 cells, two by two tiles; two squares one above the other.
.define T_SQUARE 1 | 1 << 2 | 3 << 4 | 1 << 6, 1 | 2 << 2 | 2 << 4 | 2 << 6, 3 | 3 << 2 | 3 << 4 | 1 << 6, 1 | 2 << 2 | 1 << 4 | 1 << 6
squares:
        .byte T_SQUARE, T_SQUARE

words:
word_blank: .byte "     "
word_pause: .byte "PAUSE"
word_over:  .byte "OVER "

; Palette 0 for the field and a strip of 12 pixels on its right, palette 1 for all else.
game_attributes:
.repeat 8, V
.repeat 8, H
        .byte $55 * (H = 0 || H > 3 || V = 0 || V = 7) + $50 * (H > 0 && H <= 3 && V = 6)
.endrepeat
.endrepeat

; Big letters are drawn in cells, three wide and five high: six tiles each.
.macro glyph r0, r1, r2, r3, r4
        .byte ((r0 >> 2) & 1) * 3 + ((r0 >> 1) & 1) * 12 + ((r1 >> 2) & 1) * 48 + ((r1 >> 1) & 1) * 192
        .byte (r0 & 1) * 3 + (r1 & 1) * 48
        .byte ((r2 >> 2) & 1) * 3 + ((r2 >> 1) & 1) * 12 + ((r3 >> 2) & 1) * 48 + ((r3 >> 1) & 1) * 192
        .byte (r2 & 1) * 3 + (r3 & 1) * 48
        .byte ((r4 >> 2) & 1) * 3 + ((r4 >> 1) & 1) * 12
        .byte (r4 & 1) * 3
.endmacro
big_letters:
        .include "font.inc"
