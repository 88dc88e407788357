import Link from 'next/link'

const dayOf = date => date.toISOString().slice(0, 10)

export const Rows = ({ of }) => (
  <ul>
    {of.map(row => (
      <li key={row.id}>
        <time dateTime={row.published_at.toISOString()}>{dayOf(row.published_at)}</time>
        <h3>
          <Link href={`/article/${row.id}`}>{row.title}</Link>
          {row.is_top && <span>置顶</span>}
        </h3>
        <p>{row.summary}</p>
        <p>
          <span>{row.source}</span> <span>{row.doc_no}</span> <span>{row.column_name}</span>
        </p>
        {/* biome-ignore lint/performance/noImgElement: as the pages beside it have them */}
        {row.cover_id && <img src={`/api/file/${row.cover_id}`} alt="" width="200" height="112" loading="lazy" />}
      </li>
    ))}
  </ul>
)
