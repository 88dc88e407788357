import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { Icon } from '#ui/Icon.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag } from '#ui/Tag.tsx'
import { NoticePeriod } from './NoticePeriod.tsx'

export type Row = Output<ApiContract['GET /catalog/a']>['list'][number]

export const articlePath = ({ id, catalogId }: Pick<Row, 'id' | 'catalogId'>, pa = catalogId) =>
  `/admin/news/list-info/${id}?pa=${pa}`

/** An article in a list: day at the side, title, what it says, picture where there is one. */
export function ArticleRow({ row, pa }: { row: Row; pa: number }) {
  return (
    <li className="article-row" data-red={row.isRed || undefined}>
      <time dateTime={row.publishTime}>{shortDay(row.publishTime)}</time>
      <div>
        <h2>
          {row.isTop && <Tag>置顶</Tag>}
          <a href={articlePath(row, pa)}>{row.title}</a>
          <NoticePeriod row={row} />
        </h2>
        <p>{keepTogether(row.summary)}</p>
        <p className="article-row-about">
          {row.catalogId !== pa && <span>{row.catalogName}</span>}
          {row.source && <span>{row.source}</span>}
          {row.docNo && <span>{row.docNo}</span>}
          {row.hasFile && row.files.length === 0 && (
            <span>
              <Icon name="file" size={14} /> 有附件
            </span>
          )}
        </p>
        {row.files.length > 0 && <RowFiles files={row.files} />}
      </div>
      {row.coverUrl && (
        <img
          src={row.coverUrl}
          alt=""
          width="200"
          height="112"
          loading="lazy"
          style={{ objectPosition: `${row.coverX}% ${row.coverY}%` }}
        />
      )}
    </li>
  )
}

/** Kind and size are said before anyone downloads. */
const RowFiles = ({ files }: Pick<Row, 'files'>) => (
  <ul role="list" className="article-row-files">
    {files.map(({ id, name, url, size, ext }) => (
      <li key={id}>
        <a href={url} download={name}>
          <Icon name="download" size={16} />
          <span>{name}</span>
          <small>
            {ext.toUpperCase()}，{fileSize(size)}
          </small>
        </a>
      </li>
    ))}
  </ul>
)
