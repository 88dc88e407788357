import { useId, useState } from 'react'
import { keepTogether } from '../keepTogether.tsx'
import { Bars } from './chart/Bars.tsx'
import { type ChartData, seriesClass } from './chart/chartData.ts'
import { Figures } from './chart/Figures.tsx'
import { Lines } from './chart/Lines.tsx'
import './chart.css'

type Props = ChartData & {
  title: string
  note: string
  level?: 2 | 3
  most?: number
}

/** Figures as a drawing, told apart by pattern as well as by colour, and as a table: on demand, in print, when read out. */
export function Chart({ title, note, level = 2, most, ...drawn }: Props) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const Heading = `h${level}` as const
  const isEmpty = drawn.rows.every(({ values }) => values.every(value => !value))
  const shown = drawn.kind === 'lines' ? drawn.rows : drawn.rows.slice(0, most)
  const rest = drawn.rows.length - shown.length
  const word = asTable ? '收起数据表' : '查看数据表'
  const Drawing = drawn.kind === 'lines' ? Lines : Bars
  return (
    <section className="chart" aria-labelledby={id}>
      <header>
        <Heading id={id}>{title}</Heading>
        <p>{keepTogether(note)}</p>
      </header>
      {isEmpty ? (
        <p className="chart-empty">没有记录</p>
      ) : (
        <>
          <div aria-hidden="true" className="chart-drawing">
            {drawn.series.length > 1 && <Legend series={drawn.series} />}
            <Drawing {...drawn} rows={shown} />
            {rest > 0 && <p>另有 {rest} 项，见数据表。</p>}
          </div>
          <button
            type="button"
            className="chart-switch"
            aria-label={`${word}：${title}`}
            aria-expanded={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {word}
          </button>
          <div className={asTable ? 'chart-table' : 'chart-table hidden-text'}>
            <Figures title={title} {...drawn} opens={asTable} />
          </div>
        </>
      )}
    </section>
  )
}

const Legend = ({ series }: Pick<ChartData, 'series'>) => (
  <ul className="chart-legend" role="list">
    {series.map((name, i) => (
      <li key={name}>
        <i className={`chart-fill ${seriesClass(i)}`} />
        {name}
      </li>
    ))}
  </ul>
)
