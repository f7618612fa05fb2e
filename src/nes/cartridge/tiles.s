; The tiles. Table 0 has every picture of 2x2 cells in 4 colours, in the order of their numbers; the
; sprites use it too. Table 1 is the same, but for 39 small letters from SMALL on.

.macro cell_tiles first, last
.repeat last - first, I
.repeat 2, P
.repeat 4
        .byte (((first + I) >> P) & 1) * $F0 + (((first + I) >> (2 + P)) & 1) * $0F
.endrepeat
.repeat 4
        .byte (((first + I) >> (4 + P)) & 1) * $F0 + (((first + I) >> (6 + P)) & 1) * $0F
.endrepeat
.endrepeat
.endrepeat
.endmacro

.delmacro glyph
; A letter's pixel becomes two wide, its second and fourth row two high.
.macro small_row bits
        .byte ((bits >> 2) & 1) * $C0 + ((bits >> 1) & 1) * $30 + (bits & 1) * $0C
.endmacro
.macro small_rows r0, r1, r2, r3, r4
        small_row r0
        small_row r1
        small_row r1
        small_row r2
        small_row r3
        small_row r3
        small_row r4
        .byte 0
.endmacro
.macro glyph r0, r1, r2, r3, r4
        small_rows r0, r1, r2, r3, r4
        small_rows r0, r1, r2, r3, r4
.endmacro

        cell_tiles 0, 256
        cell_tiles 0, 128
        .include "font.inc"
        cell_tiles (SMALL + 39), 256
