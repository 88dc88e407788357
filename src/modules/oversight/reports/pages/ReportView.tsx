import type { ApiContract } from '#api/contract.ts'
import type { SavedDocument } from '#api/file.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Table } from '#ui/table/Table.tsx'
import './reports.css'

type Content = Output<ApiContract['GET /staff/report/preview']>

/** A report as it is printed, without its letterhead. */
export const ReportView = ({ of: { association, title, month, countedAt, sections } }: { of: Content }) => (
  <article className="report">
    <p>{association}</p>
    <h2>
      {title}（{month}）
    </h2>
    <p>统计于 {minute(countedAt)}</p>
    {sections.map(({ title, text, table }, i) => (
      <section key={`${i} ${title}`}>
        {title && <h3>{title}</h3>}
        {text
          .split('\n')
          .filter(Boolean)
          .map((line, j) => (
            <p key={j}>{line}</p>
          ))}
        {table && <p className="report-note">{table.note}</p>}
        {table?.rows.length === 0 && <p>没有记录</p>}
        {table && table.rows.length > 0 && (
          <Table
            caption={title}
            rows={table.rows}
            keyOf={([name = '']) => name}
            columns={table.columns.map((name, j) => ({ name, isFigure: j > 0, cell: (row: string[]) => row[j] }))}
          />
        )}
      </section>
    ))}
  </article>
)

/** Both files of a report: the same content, to read or to change. */
export const ReportFiles = ({ save }: { save: (format: 'pdf' | 'docx') => Promise<SavedDocument> }) => (
  <>
    <SaveButton save={() => save('pdf')}>下载 PDF</SaveButton>
    <SaveButton save={() => save('docx')}>下载 Word</SaveButton>
  </>
)
