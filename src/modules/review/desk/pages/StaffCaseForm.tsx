import { Button } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { InlineProblem } from '#ui/form/Problem.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { Tag } from '#ui/Tag.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import type { Case } from './caseDecisions.ts'
import { StaffRemark } from './StaffRemark.tsx'
import type { RemarkDrafts } from './useRemarks.ts'

type Field = Case['form'][number]
/** `remarking` only where something may be asked for. */
type Props = { of: Case; remarking?: RemarkDrafts }

/** Shows the answers by section; changed ones appear beside their previous value. */
export function StaffCaseForm({ of, remarking }: Props) {
  const sections = [...new Set(of.form.map(({ section }) => section))]
  const changed = of.form.filter(({ before }) => before !== null).length
  return (
    <section className="desk-card case-form">
      <div className="desk-card-head">
        <h2>申请表</h2>
        {of.revision > 1 && (
          <p>
            第 {of.revision} 次提交，{changed ? `${changed} 栏有改动，新旧并列` : '与上次相同'}
          </p>
        )}
      </div>
      {sections.map(section => (
        <section key={section} aria-label={section || '申请表'}>
          {section && <h3>{section}</h3>}
          <dl>
            {of.form
              .filter(field => field.section === section)
              .map(field => (
                <Row key={field.field} of={field} id={of.id} remarking={remarking} />
              ))}
          </dl>
        </section>
      ))}
    </section>
  )
}

const Row = ({ of, id, remarking }: { of: Field; id: number; remarking?: RemarkDrafts }) => (
  <div data-changed={of.before !== null || undefined} data-rows={of.table ? true : undefined}>
    <dt>{of.label}</dt>
    <dd>
      {of.before === null ? (
        <div>
          <Value of={of} id={id} />
        </div>
      ) : (
        <div className="case-change">
          <div>
            <span>原来</span>
            <del>{of.before || '未填写'}</del>
          </div>
          <div>
            <span>现在</span>
            <ins>
              <Value of={of} id={id} />
            </ins>
          </div>
        </div>
      )}
      <DoubtfulWords words={of.words} />
      <RemarkAndAnswer remark={of.remark} answer={of.answer} />
      {remarking && <StaffRemark name={of.field} label={of.label} remarking={remarking} />}
    </dd>
  </div>
)

/** Words of the association's list, to be looked at before they become public. */
const DoubtfulWords = ({ words }: Pick<Field, 'words'>) =>
  words.length > 0 && (
    <ul className="case-words" role="list" aria-label="须核对的用语">
      {words.map(({ found, instead, around }) => (
        <li key={found}>
          <Tag tone="warn">须核对</Tag>“{found}”{instead && `，建议写“${instead}”`}
          {around !== found && `：${around}`}
        </li>
      ))}
    </ul>
  )

export const RemarkAndAnswer = ({ remark, answer }: { remark: string | null; answer: string | null }) =>
  remark && (
    <div className="remark">
      <p>
        <b>上次要求</b>
        {remark}
      </p>
      <p>
        <b>申请人说明</b>
        {answer || '没有说明'}
      </p>
    </div>
  )

function Value({ of, id }: { of: Field; id: number }) {
  if (of.html) return <Prose html={of.html} />
  if (of.picture) return <img src={`/api/file/${of.picture}?w=800`} alt={of.label} />
  if (of.masked) return <Masked of={of} id={id} />
  return <Words of={of} />
}

function Words({ of }: { of: Pick<Field, 'label' | 'text' | 'table'> }) {
  if (of.table?.rows.length) return <RowsTable caption={of.label} {...withoutBlanks(of.table)} />
  return of.text || <span className="case-blank">未填写</span>
}

/** Reveals a masked value on request: the server requires the password and logs who saw it. */
function Masked({ of, id }: { of: Field; id: number }) {
  const { submit, busy, error } = useSubmit('POST /staff/review/reveal')
  const [shown, setShown] = useState<Pick<Field, 'text' | 'table'>>()
  const reveal = async () => setShown(await submit({ id, field: of.field }))
  return (
    <>
      <Words of={{ ...of, ...shown }} />{' '}
      {shown === undefined && (
        <Button type="link" size="small" loading={busy} onClick={() => void reveal()}>
          查看全文<span className="hidden-text">：{of.label}</span>
        </Button>
      )}
      <InlineProblem>{error?.message}</InlineProblem>
    </>
  )
}
