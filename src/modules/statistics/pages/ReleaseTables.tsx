import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { formatNumber } from '../checks.ts'
import { ESTIMATE_MARK, tableNames, WITHHELD } from '../statisticsWords.ts'
import './statistics.css'

type Tables = Output<ApiContract['GET /app/publicity/statistics/detail']>['tables']

/** The sums of a release: withheld ones say so, and each that rests on estimates is marked. */
export function ReleaseTables({ of, level = 3 }: { of: Tables; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return of.tables
    .filter(({ code, rows }) => code === 'total' || rows.length > 1)
    .map(({ code, rows }) => (
      <section key={code} aria-label={tableNames[code]}>
        <Heading>{tableNames[code]}</Heading>
        <div className="statistics-scroll">
          <table className="statistics-grid">
            <caption className="hidden-text">{tableNames[code]}</caption>
            <thead>
              <tr>
                <th scope="col">分组</th>
                {of.indicators.map(({ code, name, unit }) => (
                  <th key={code} scope="col" className="statistics-value">
                    {name}（{unit}）
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, cells }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {of.indicators.map(({ code }) => {
                    const cell = cells[code]
                    return (
                      <td key={code} className="statistics-value">
                        {cell?.isWithheld ? WITHHELD : cell?.value == null ? '—' : formatNumber(cell.value)}
                        {cell !== undefined && cell.estimated > 0 && (
                          <span className="statistics-estimate">
                            {ESTIMATE_MARK} {cell.estimated} 家，占 {cell.estimatedShare}%
                          </span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    ))
}

/** How many reported, and how many are estimated or missing: said beside all sums. */
export const coverage = ({ asked, reported, estimated, missing }: Tables): string =>
  [
    `应报 ${asked} 家，填报 ${reported} 家`,
    estimated > 0 && `估计 ${estimated} 家`,
    missing > 0 && `${missing} 家没有填报也没有估计，不在合计中`,
  ]
    .filter(Boolean)
    .join('，')
