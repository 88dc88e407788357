import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Checked } from './ImportPeople.tsx'
import { MendRow } from './MendRow.tsx'
import { saveMarked, sendPeople } from './sendPeople.ts'
import { WrittenConsent } from './WrittenConsent.tsx'

type Row = Checked['rows'][number]
type Props = {
  checked: Checked
  /** Looks the same file over once more, with what was mended and without what is entered. */
  again: (so: Pick<Checked, 'mends' | 'done'>) => Promise<Pick<Checked, 'rows'>>
}

const tones: Record<Row['verdict'], Tone> = { add: 'good', join: 'water', known: 'plain', refused: 'bad' }
const isFit = ({ verdict }: Row) => verdict === 'add' || verdict === 'join'
const isBad = ({ verdict }: Row) => verdict === 'refused'

/**
 * Checked rows, faults first, corrected here or in the workbook. The selected rows are entered, all or none; the others
 * stay.
 */
export function ImportedPeople({ checked: { file, columns, notes, mends: kept, done, ...checked }, again }: Props) {
  const navigate = useNavigate()
  const rows = checked.rows.filter(({ row }) => !done.includes(row))
  const [chosen, choose] = useState(() => new Set(rows.filter(isFit).map(({ row }) => row)))
  const [mends, mend] = useState(kept)
  const [hasConsent, consent] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const toggle = (row: number) =>
    choose(new Set(chosen.has(row) ? [...chosen].filter(one => one !== row) : [...chosen, row]))
  const cell = (of: Row, name: string) => of.cells[columns.indexOf(name)] ?? ''
  const consents = rows.some(of => chosen.has(of.row) && cell(of, '同意公示') === '同意')
  const trying = async (act: () => Promise<unknown>) => {
    setState({ busy: true })
    try {
      await act()
    } catch (error) {
      setState({ busy: false, error: toRefusal(error) })
    }
  }
  const run = async () => {
    const said = { rows: [...chosen].join(), hasConsent: String(hasConsent), mended: JSON.stringify(kept) }
    const { added, joined } = await sendPeople('POST /person/import/run', file, said)
    announce(`已登记 ${added + joined} 人${joined > 0 ? `，其中 ${joined} 人由协会名册转入` : ''}`)
    if (rows.some(isBad)) await again({ mends, done: [...done, ...chosen] })
    else navigate('/admin/user/persons')
  }
  const bad = rows.filter(isBad).length
  const fit = rows.filter(isFit).length
  return (
    <section className="centre-card people-result">
      <h2>检查结果</h2>
      <p role="status">
        {done.length > 0 && `已登记 ${done.length} 行。`}
        {done.length > 0 ? '还有' : '共'} {rows.length} 行，可以登记 {fit} 行{bad > 0 && `，需要更正 ${bad} 行`}。
        {bad > 0 && `请在下面更正后重新检查${fit > 0 ? '，或先登记其余的行' : ''}。`}
        {notes.join('；')}
      </p>
      <Table
        caption="每一行的处理"
        rows={rows.toSorted((a, b) => Number(isFit(a)) - Number(isFit(b)))}
        keyOf={({ row }) => row}
        columns={[
          {
            name: '选定',
            cell: of =>
              isFit(of) ? (
                <label className="people-choice">
                  <input type="checkbox" checked={chosen.has(of.row)} onChange={() => toggle(of.row)} />
                  <span className="hidden-text">
                    登记第 {of.row} 行 {cell(of, '姓名')}
                  </span>
                </label>
              ) : (
                '—'
              ),
            nowrap: true,
          },
          { name: '行', cell: ({ row }) => row, nowrap: true },
          { name: '姓名', cell: of => cell(of, '姓名') || '—', nowrap: true },
          { name: '证件号码', cell: of => cell(of, '证件号码') || '—', nowrap: true },
          { name: '处理', cell: of => <Tag tone={tones[of.verdict]}>{of.verdictName}</Tag>, nowrap: true },
          {
            name: '说明',
            cell: of => (
              <>
                <Words of={of} columns={columns} />
                <MendRow
                  of={of}
                  mended={mends[of.row]}
                  onChange={cells => mend(before => ({ ...before, [of.row]: cells }))}
                />
              </>
            ),
          },
        ]}
      />
      {bad > 0 && (
        <p className="form-actions">
          <Button
            loading={state.busy}
            disabled={mends === kept}
            onClick={() => void trying(() => again({ mends, done }))}
          >
            重新检查更正的内容
          </Button>
          <SaveButton save={() => saveMarked(file)}>下载标红错误的表格</SaveButton>
        </p>
      )}
      {consents && (
        <WrittenConsent
          given={hasConsent}
          give={consent}
          label="表格中填“同意”的人员"
          error={state.error?.fields?.hasConsent}
        />
      )}
      <Problem>{state.error?.message}</Problem>
      {fit > 0 && (
        <p className="form-actions">
          <Button type="primary" loading={state.busy} disabled={chosen.size === 0} onClick={() => void trying(run)}>
            登记选定的 {chosen.size} 人
          </Button>
        </p>
      )}
    </section>
  )
}

const IDENTITY_COLUMNS = new Set(['姓名', '证件号码'])

const Words = ({ of, columns }: { of: Row; columns: string[] }) =>
  of.reasons.length > 0 ? (
    <span className="people-reasons">{of.reasons.join('；')}</span>
  ) : (
    columns.flatMap((name, i) => (IDENTITY_COLUMNS.has(name) || !of.cells[i] ? [] : of.cells[i])).join('，')
  )
