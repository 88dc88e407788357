import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { totalWords } from '#lib/words/totalWords.ts'
import { Tag } from '#ui/Tag.tsx'

export type Card = Output<ApiContract['GET /staff/overview']>['cards'][number]

/** What somebody's work is this day or week: figures that open their lists, and the most pressing matters. */
export const DeskCard = ({ code, name, empty, figures, lines }: Card) => (
  <section className="desk-card" aria-labelledby={`card-${code}`}>
    <div className="desk-card-head">
      <h2 id={`card-${code}`}>{name}</h2>
      <span className="overview-figures">
        {figures.map(({ name, count, isEstimate, route }) => (
          <Link key={name} to={route}>
            {name} <b>{totalWords({ total: count, isEstimate })}</b>
          </Link>
        ))}
      </span>
    </div>
    {lines.length === 0 ? (
      <p>{empty}</p>
    ) : (
      <ul className="overview-list" role="list">
        {lines.map(({ title, about, day, isOver, route }, i) => (
          <li key={`${route} ${i}`}>
            <span className="overview-when">{day}</span>
            <span>
              <Link to={route}>{title}</Link> {isOver && <Tag tone="bad">已超期</Tag>}
              <small>{about}</small>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
