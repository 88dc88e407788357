import { type Drawn, shown } from './drawn.ts'

/** The same as a table. */
export const Figures = ({ title, unit, series, rows }: Drawn & { title: string }) => (
  <table>
    <caption className="hidden-text">
      {title}（{unit}）
    </caption>
    <thead>
      <tr>
        <th scope="col">项目</th>
        {series.map(name => (
          <th key={name} scope="col">
            {name}（{unit}）
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, values }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {series.map((of, i) => (
            <td key={of}>{values[i] === null ? '—' : shown(values[i])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
