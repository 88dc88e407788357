import './importParts.css'
import { withCommas } from '#lib/words/numbers.ts'

export const ImportCounts = ({
  counts,
}: {
  counts: readonly (readonly [name: string, count: number, isBad?: boolean])[]
}) => (
  <dl className="import-counts">
    {counts.map(([name, count, isBad]) => (
      <div key={name} data-bad={(isBad && count > 0) || undefined}>
        <dt>{name}</dt>
        <dd>{withCommas(count)}</dd>
      </div>
    ))}
  </dl>
)
