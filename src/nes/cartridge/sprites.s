; What moves: sprites.

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
