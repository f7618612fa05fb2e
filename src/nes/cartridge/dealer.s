; The console's random generator, and who deals.

; As at power-on.
seed_generator:
        lda #$89
        sta seed
        lda #$88
        sta seed + 1
        rts

; A 16-bit register: the new top bit is bit 1 XOR bit 9.
step_generator:
        lda seed + 1
        and #%10
        sta scratch
        lda seed
        and #%10
        eor scratch
        cmp #1                         ; carry: the two bits differ
        ror seed
        ror seed + 1
        rts

; The next piece's kind in A, carry set; carry clear if controller 2 asks for none.
deal:
        lda set_dealer
        bne draw
        lda pad2
        and #BUTTON_START
        bne draw
        lda pad2
        lsr a
        lsr a
        lsr a
        lsr a
        lsr a
        beq @none
        sec
        sbc #1
        sec
        rts
@none:  clc
        rts

; The generator's next piece: one that repeats the last, or the number 7, is drawn once more.
draw:
        inc spawn_count
        lda seed
        clc
        adc spawn_count
        and #7
        cmp #7
        beq @again
        tax
        lda spawn_pose,x
        cmp dealt_before
        bne @found
@again: jsr step_generator
        lda seed
        and #7
        clc
        adc dealt_before
:       cmp #7
        bcc :+
        sbc #7
        bcs :-
:       tax
@found: lda spawn_pose,x
        sta dealt_before
        txa
        sec
        rts
