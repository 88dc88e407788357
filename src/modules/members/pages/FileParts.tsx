import { Link } from 'react-router'
import { Tag } from '#ui/Tag.tsx'
import { FileRows } from './FileRows.tsx'
import type { CompanyFile } from './StaffOrganisation.tsx'

/** What each part of the association knows of it, one under the other. */
export const FileParts = ({ parts }: Pick<CompanyFile, 'parts'>) => (
  <div className="file-parts">
    {parts.map(({ name, title, empty, rows, more }) => (
      <section key={name} className="desk-card">
        <h2>{title}</h2>
        {rows.length === 0 ? (
          <p>{empty}。</p>
        ) : (
          <FileRows unit="条">
            {rows.map((row, i) => (
              <li key={`${row.title}${row.text}${i}`}>
                <b>{row.route ? <Link to={row.route}>{row.title}</Link> : row.title}</b>
                <span>{row.text}</span>
                <span>{row.state && <Tag tone={row.state.tone}>{row.state.name}</Tag>}</span>
              </li>
            ))}
          </FileRows>
        )}
        {more && <p>只列出最近的 {rows.length} 条。</p>}
      </section>
    ))}
  </div>
)
