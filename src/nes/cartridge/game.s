; The game, a frame at a time. Within a frame: shift, rotate, drop.

play_frame:
        lda pressed
        and #BUTTON_START
        beq @play
        lda phase
        cmp #PHASE_OVER
        bne :+
        jmp open_title
:       lda paused
        eor #1
        sta paused
        ldx #word_pause - words
        cmp #0
        bne :+
        ldx #word_blank - words
:       jsr say
        jmp @show
@play:  lda paused
        bne @show
        jsr play
        inc game_frame
        jsr step_generator
@show:  jsr compose
        jsr compose_panel
        jsr compose_sprites
        ldx set_colors
        lda text_colors,x
        ldy glow
        beq :+
        dec glow
        lda set_colors + 1
:       sta frame_color
        rts

play:   lda phase
        beq spawn
        cmp #PHASE_CHECKING
        bcc fly_on
        beq check
        cmp #PHASE_ENTERING
        bcc animate
        bne @over
        dec delay
        bne @over
        lda #PHASE_SPAWNING
        sta phase
@over:  rts
fly_on: jmp fly

check:  dec delay
        bne @wait
        ldx #FIELD_HEIGHT - 1
:       lda full,x
        bne @clear
        dex
        bpl :-
        jmp enter
@clear: lda #PHASE_CLEARING
        sta phase
        lda #0
        sta step
@wait:  rts

; Every fourth frame blanks two columns of the full rows, from the middle outwards.
animate:
        lda game_frame
        and #3
        bne @wait
        inc step
        ldx #FIELD_HEIGHT - 1
@row:   lda full,x
        beq @next
        lda row_low,x
        sta pointer
        lda row_high,x
        sta pointer + 1
        lda #FIELD_WIDTH / 2 + 1
        sec
        sbc step
        tay
        lda #0
        sta (pointer),y
        lda #FIELD_WIDTH / 2 - 1
        clc
        adc step
        tay
        lda #0
        sta (pointer),y
        txa
        lsr a
        tay
        lda #1
        sta dirty,y
@next:  dex
        bpl @row
        lda step
        cmp #(FIELD_WIDTH + 1) / 2
        beq enter
@wait:  rts

enter:  lda #PHASE_ENTERING
        sta phase
        lda #4
        sta delay
        jmp clear_full

spawn:  lda set_rules
        beq @deal
        lda next_kind
        cmp #NOTHING
        bne @second
        jsr deal
        bcc @none
        pha                            ; the first two pieces come a step apart
        jsr step_generator
        jsr preview
        pla
        jmp @enter
@second:
        pha
        jsr preview
        pla
        jmp @enter
@deal:  jsr deal
        bcs @enter
@none:  lda #PHASE_SPAWNING
        sta phase
        rts
@enter: tax
        lda spawn_pose,x
        sta pose
        lda kind_colors,x
        sta color
        lda #FIELD_WIDTH / 2
        sta column
        lda #0
        sta row
        sta fall
        sta soft_drop
        lda hangs
        beq :+
        lda #0
        sta hangs
        lda #HANG
        sta soft_drop
:       lda #PHASE_FALLING
        sta phase
        rts

; Controller 2 deals one piece at a time; only the generator shows its next.
preview:
        lda #NOTHING
        ldx set_dealer
        beq :+
        jsr draw
:       sta next_kind
        rts

; The place where the piece is becomes the place to try.
here:   lda pose
        sta try_pose
        lda row
        sta try_row
        lda column
        sta try_column
        rts

fly:    jsr shift
        jsr turn
        inc fall
        bne :+
        dec fall
:       lda set_rules
        bne @soft
        lda pressed
        and #BUTTON_UP
        beq @soft
        jsr here
:       inc try_row
        jsr collides
        bcs @lock
        inc row
        bne :-
@soft:  lda soft_drop
        bpl @falls
        lda pressed
        and #BUTTON_DOWN
        bne @ends
        inc soft_drop
        rts
@ends:  lda #0
        sta soft_drop
@falls: jsr pushes
        bcs @down
        lda fall
        cmp speed
        bcc @stay
@down:  lda #0
        sta fall
        jsr here
        inc try_row
        jsr collides
        bcs @lock
        inc row
@stay:  rts
@lock:  jmp lock

shift:  lda pad1
        and #BUTTON_DOWN
        bne @stay
        lda pad1
        and #SIDEWAYS
        beq @stay
        lda set_rules
        beq @move
        lda pressed
        and #SIDEWAYS
        beq @held
        lda #0
        sta auto_repeat
        beq @move
@held:  inc auto_repeat
        lda auto_repeat
        cmp #16
        bcc @stay
        lda #10
        sta auto_repeat
@move:  jsr here
        inc try_column
        lda pad1
        and #BUTTON_RIGHT
        bne :+
        dec try_column
        dec try_column
:       jsr collides
        bcs @wall
        lda try_column
        sta column
@stay:  rts
@wall:  lda #16                        ; it moves as soon as the way is free
        sta auto_repeat
        rts

turn:   jsr here
        ldx pose
        lda pressed
        bmi @a
        and #BUTTON_B
        beq @stay
        lda turned_left,x
        jmp @try
@a:     lda turned_right,x
@try:   sta try_pose
        jsr collides
        bcs @stay
        lda try_pose
        sta pose
@stay:  rts

; Carry set if the soft drop takes the piece down: Down, pressed and held alone, every second frame.
pushes: lda soft_drop
        bne @on
        lda pressed
        and #DIRECTIONS
        cmp #BUTTON_DOWN
        bne @no
        lda pad1
        and #SIDEWAYS
        bne @no
        inc soft_drop
@no:    clc
        rts
@on:    lda pad1
        and #DIRECTIONS
        cmp #BUTTON_DOWN
        beq @held
        lda #0
        sta soft_drop
        clc
        rts
@held:  inc soft_drop
        lda soft_drop
        cmp #3
        bcc @no
        lda #1
        sta soft_drop
        sec
        rts

lock:   jsr here
        jsr collides
        bcc @fits
        lda #PHASE_OVER
        sta phase
        ldx #word_over - words
        jmp say
@fits:  jsr write_piece
        jsr thud
        ldx #pieces + 4
        jsr count_up
        ldx row                        ; the rows from two above the origin to one below
        inx
        ldy #4
@row:   cpx #FIELD_HEIGHT
        bcs @next
        lda row_count,x
        cmp #FIELD_WIDTH
        bne @next
        lda #1
        sta full,x
@next:  dex
        dey
        bne @row
        lda set_rules
        bne @wait
        jsr clear_full
        jmp spawn
@wait:  lda #FIELD_HEIGHT + 1          ; 10 frames at the floor, 2 more for every four rows
        sec
        sbc row
        lsr a
        lsr a
        cmp #4
        bcc :+
        lda #4
:       asl a
        adc #5
        sta delay
        lda #PHASE_CHECKING
        sta phase
        rts

clear_full:
        ldx #0
@row:   lda full,x
        beq @next
        lda #0
        sta full,x
        jsr remove_row
        txa
        pha
        jsr chime
        lda #12
        sta glow
        ldx #lines + 4
        jsr count_up
        jsr rise
        pla
        tax
@next:  inx
        cpx #FIELD_HEIGHT
        bne @row
        rts

rise:   dec until_rise
        bne unrisen
        lda #10
        sta until_rise
        lda set_rules
        and set_rising
        beq unrisen
        inc set_level
        ldx #level + 1
        jsr count_up
set_speed:
        ldx set_level
        cpx #29
        bcc :+
        ldx #29
:       lda frames_per_row,x
        sta speed
unrisen:
        rts

; Adds 1 to the digits that end at X.
count_up:
        inc 0,x
        lda 0,x
        cmp #10
        bcc @done
        lda #0
        sta 0,x
        dex
        jmp count_up
@done:  rts

; The word at `words` + X becomes the message.
say:    ldy #0
:       lda words,x
        sta message,y
        inx
        iny
        cpy #5
        bne :-
        rts

thud:   lda #$04
        sta NOISE_VOL
        lda #$0C
        sta NOISE_TONE
        lda #$00
        sta NOISE_LEN
        rts

chime:  lda #$86
        sta PULSE_DUTY
        lda #$9B
        sta PULSE_SWEEP
        lda #$A0
        sta PULSE_LOW
        lda #$09
        sta PULSE_HIGH
        rts
