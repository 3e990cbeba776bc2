//! From results to ranks, and from ranks to returns.

use super::node::PerSeat;

/// Ranks by a key a seat, larger is better: 1 + the number of seats strictly better, so ties share a rank.
pub fn ranks<K: PartialOrd + Copy>(keys: &[K]) -> PerSeat<u8> {
    PerSeat::from_fn(keys.len() as u8, |seat| {
        let own = keys[usize::from(seat)];
        1 + keys.iter().filter(|&&other| other > own).count() as u8
    })
}

/// Maps ranks linearly onto +1 (first) .. -1 (last); seats that share a rank share the mean of the places they fill.
/// The sum over seats is zero. For two seats and more.
pub fn returns_of_ranks(ranking: &[u8]) -> PerSeat<f64> {
    let last = (ranking.len() - 1) as f64;
    PerSeat::from_fn(ranking.len() as u8, |seat| {
        let rank = ranking[usize::from(seat)];
        let sharing = ranking.iter().filter(|&&other| other == rank).count() as f64;
        let place = f64::from(rank - 1) + (sharing - 1.0) / 2.0;
        1.0 - 2.0 * place / last
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_rank_and_average_their_places() {
        let ranking = ranks(&[(20, -1), (25, -3), (20, -1), (7, 0)]);
        assert_eq!(*ranking, [2, 1, 2, 4]);
        assert_eq!(*returns_of_ranks(&ranking), [0.0, 1.0, 0.0, -1.0]);
        assert_eq!(*returns_of_ranks(&[1, 1]), [0.0, 0.0]);
    }
}
