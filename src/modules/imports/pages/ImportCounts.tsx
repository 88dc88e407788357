import './importParts.css'

/** How many of what an import reads or has written; what is wrong stands out. */
export const ImportCounts = ({
  counts,
}: {
  counts: readonly (readonly [name: string, count: number, isBad?: boolean])[]
}) => (
  <dl className="import-counts">
    {counts.map(([name, count, isBad]) => (
      <div key={name} data-bad={(isBad && count > 0) || undefined}>
        <dt>{name}</dt>
        <dd>{count.toLocaleString('zh-CN')}</dd>
      </div>
    ))}
  </dl>
)
