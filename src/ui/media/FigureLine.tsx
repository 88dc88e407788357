import { Link } from 'react-router'
import './figureLine.css'

/** `to`: the list that it is counted from. */
export type Figure = { name: string; value: string; note?: string | undefined; to?: string | undefined }

export const FigureLine = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="figure-line">
    {figures.map(({ name, value, note, to }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {to === undefined ? value : <Link to={to}>{value}</Link>}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
