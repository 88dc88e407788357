/** Units by option; `out`: who is eliminated after this round, `exhausted`: units whose preferences are used up. */
export type Round = { units: Record<string, number>; exhausted: number; out: string[] }
export type Ranking = { weight: number; picks: readonly string[] }

/**
 * Instant run-off (alternative vote): each vote counts for its first preference that is still in. Whoever has more than
 * half of the units that still count wins; else the last one is out. Where several are last with equal units, they go out
 * together if all of them have fewer units than the next one; else, and where all who remain are level, the result is a tie
 * that the association breaks. No votes: nobody wins and nobody is tied.
 */
export function runOff(
  options: readonly string[],
  votes: readonly Ranking[],
): { rounds: Round[]; winner: string | undefined; tied: string[] } {
  const rounds: Round[] = []
  let remaining = [...options]
  for (;;) {
    const units: Record<string, number> = Object.fromEntries(remaining.map(id => [id, 0]))
    let exhausted = 0
    for (const { weight, picks } of votes) {
      const first = picks.find(id => remaining.includes(id))
      if (first) units[first]! += weight
      else exhausted += weight
    }
    const counting = Object.values(units).reduce((all, n) => all + n, 0)
    const round: Round = { units, exhausted, out: [] }
    rounds.push(round)
    if (counting === 0) return { rounds, winner: undefined, tied: [] }
    const winner = remaining.find(id => units[id]! * 2 > counting)
    if (winner) return { rounds, winner, tied: [] }
    const fewest = Math.min(...Object.values(units))
    const last = remaining.filter(id => units[id] === fewest)
    const together = fewest * last.length
    const next = Math.min(...remaining.filter(id => !last.includes(id)).map(id => units[id]!))
    // Those with no units change nothing by going together; others might have overtaken one another.
    if (last.length === remaining.length || (last.length > 1 && fewest > 0 && together >= next))
      return { rounds, winner: undefined, tied: last.length === remaining.length ? remaining : last }
    round.out = last
    remaining = remaining.filter(id => !last.includes(id))
  }
}
