; The field: collisions, locks, line clears, and the tiles that show it.

; Carry set if the pose at try_pose, try_row, try_column overlaps something.
collides:
        lda try_pose
        asl a
        asl a
        sta scratch
.repeat 4, I
.scope
        ldx scratch
        lda pose_x + I,x
        clc
        adc try_column
        cmp #FIELD_WIDTH               ; left of the wall is a large number
        bcs blocked
        tay
        lda pose_y + I,x
        clc
        adc try_row
        bmi free                       ; above the field all is free
        cmp #FIELD_HEIGHT
        bcs blocked
        tax
        lda row_low,x
        sta pointer
        lda row_high,x
        sta pointer + 1
        lda (pointer),y
        beq free
blocked:
        sec
        rts
free:
.endscope
.endrepeat
        clc
        rts

; Writes the piece into the field; cells above it are lost.
write_piece:
        lda pose
        asl a
        asl a
        sta scratch
        lda #4
        sta scratch + 1
@cell:  ldx scratch
        lda pose_x,x
        clc
        adc column
        tay
        lda pose_y,x
        clc
        adc row
        bmi @next
        tax
        lda row_low,x
        sta pointer
        lda row_high,x
        sta pointer + 1
        lda color
        sta (pointer),y
        inc row_count,x
        txa
        lsr a
        tax
        inc dirty,x
@next:  inc scratch
        dec scratch + 1
        bne @cell
        rts

; Takes row X out: the rows above move down by one. Nothing else falls. X is kept.
remove_row:
        stx scratch
        lda row_low,x
        sta pointer
        lda row_high,x
        sta pointer + 1
        cpx #0
        beq @top
@move:  lda row_low - 1,x
        sta row_low,x
        lda row_high - 1,x
        sta row_high,x
        lda row_count - 1,x
        sta row_count,x
        dex
        bne @move
@top:   lda pointer
        sta row_low
        lda pointer + 1
        sta row_high
        lda #0
        sta row_count
        ldy #FIELD_WIDTH - 1
:       sta (pointer),y
        dey
        bpl :-
        lda scratch
        lsr a
        tax
        lda #1
:       sta dirty,x
        dex
        bpl :-
        ldx scratch
        rts

; Tiles of the rows that have changed, as many as fit into a vertical blank.
compose:
        ldx #0
@row:   lda dirty,x
        beq @next
        ldy used_slots
        cpy #SLOTS
        beq @done
        lda #0
        sta dirty,x
        stx scratch
        jsr compose_row
        ldx scratch
@next:  inx
        cpx #TILE_ROWS
        bne @row
@done:  rts

; Tile row X into slot Y. tile = top left | top right << 2 | bottom left << 4 | bottom right << 6
compose_row:
        lda tile_row_low,x
        sta slot_low,y
        lda tile_row_high,x
        sta slot_high,y
        txa
        asl a
        tax
        lda row_low,x
        sta pointer
        lda row_high,x
        sta pointer + 1
        lda row_low + 1,x
        sta other
        lda row_high + 1,x
        sta other + 1
        ldx slot_start,y
        inc used_slots
        ldy #1
@tile:  lda (other),y
        asl a
        asl a
        dey
        ora (other),y
        asl a
        asl a
        iny
        ora (pointer),y
        asl a
        asl a
        dey
        ora (pointer),y
        sta slots,x
        inx
        iny
        iny
        iny
        cpy #FIELD_WIDTH
        bcc @tile
        dey                            ; the last column has no neighbour
        lda (other),y
        asl a
        asl a
        asl a
        asl a
        ora (pointer),y
        sta slots,x
        rts
