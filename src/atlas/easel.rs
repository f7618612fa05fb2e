//! EaselJS's JSON: frames as lists of numbers, and animations that number them.

use serde_json::Value;

use super::AtlasSprite;
use crate::picture::Bounds;

/// What a frame's numbers say: column, row, width, height, and then maybe the number of its picture.
pub fn frame(numbers: &[Value]) -> Option<(Bounds, usize)> {
    let number = |index: usize| numbers.get(index)?.as_u64()?.try_into().ok();
    let bounds = Bounds {
        left: number(0)?,
        top: number(1)?,
        width: number(2)?,
        height: number(3)?,
    };
    Some((bounds, number(4).unwrap_or(0)))
}

/// Calls frames by the first animation that shows them: `run`, or `run 1`, `run 2` where it shows several.
pub fn name(sprites: &mut [AtlasSprite], animations: &Value) {
    for (name, animation) in animations.as_object().into_iter().flatten() {
        let frames = frames_of(animation, sprites.len());
        let is_still = frames.len() == 1;
        for (step, index) in frames.into_iter().enumerate() {
            let Some(sprite) = sprites.get_mut(index).filter(|it| it.name.is_empty()) else {
                continue;
            };
            sprite.name = match is_still {
                true => name.clone(),
                false => format!("{name} {}", step + 1),
            };
        }
    }
}

/// An animation is a frame, the first and the last one in a list with what follows, or an object with a list of frames.
fn frames_of(animation: &Value, count: usize) -> Vec<usize> {
    let index = |value: &Value| value.as_u64().and_then(|index| usize::try_from(index).ok());
    match animation {
        Value::Number(_) => index(animation).into_iter().collect(),
        Value::Array(list) => match (list.first().and_then(index), list.get(1).and_then(index)) {
            (Some(first), Some(last)) => (first..count.min(last.saturating_add(1))).collect(),
            (first, _) => first.into_iter().collect(),
        },
        Value::Object(object) => match object.get("frames") {
            Some(Value::Array(list)) => list.iter().filter_map(index).collect(),
            Some(frame) => index(frame).into_iter().collect(),
            None => Vec::new(),
        },
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}
