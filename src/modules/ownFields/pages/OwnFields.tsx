import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { type RecordRow, type Records, recordCalls } from '#modules/settings/pages/recordCalls.ts'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { RecordHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Tag } from '#ui/Tag.tsx'

type Listed = Records<'ownField'>
type Row = RecordRow<'ownField'>
type RecordInfo = Listed['types'][number]

const NOTE = '不要用来收集身份证号、手机、银行账号等：自定义栏目不加密，看得到名册的同事都看得到。'
const calls = recordCalls('ownField')

/** Own fields of one type of record: defined, ordered, taken out of use and put back. */
export function OwnFields({ listed }: { listed: Listed }) {
  const answer = useLoaded(listed)
  const of = listed.types.find(({ type }) => type === listed.chosen)!
  const [removing, setRemoving] = useState<Row>()
  const desk = useSiteDesk<Listed>({ answer, called: '自定义栏目', fieldsOf: fieldsForKind, ...calls })
  const rows = answer.data?.list ?? []
  const removed = rows.filter(({ isRemoved }) => isRemoved)
  const remove = async ({ id, version }: Row) => {
    await calls.remove({ id, version })
    answer.reload()
  }
  return (
    <>
      <SiteDesk
        desk={desk}
        className="desk-card movable-dense"
        title={`${of.name}的自定义栏目`}
        add="新增栏目"
        blank={blankFor(of)}
        about={`设好以后，${of.name}的档案、名册的列和筛选、导入导出随即都有这一栏。${NOTE}`}
        empty={{ when: () => rows.length === removed.length, title: '还没有自定义栏目', children: <Example of={of} /> }}
      >
        {({ list }) => (
          <OrderedRows
            rows={list.filter(({ isRemoved }) => !isRemoved)}
            label="自定义栏目的先后"
            desk={{ put: desk.put, edit: desk.edit }}
            acts={row => (
              <Button type="text" danger onClick={() => setRemoving(row)}>
                移除<span className="hidden-text">{row.name}</span>
              </Button>
            )}
          >
            {row => <FieldRow row={row} of={of} />}
          </OrderedRows>
        )}
      </SiteDesk>
      {removed.length > 0 && (
        <section className="desk-card">
          <h2>已移除的栏目</h2>
          <p>不再询问和显示，已填的内容仍然保留；放回以后照旧。</p>
          <ul role="list" className="movable movable-dense">
            {removed.map(row => (
              <li key={row.id}>
                <div className="movable-row">
                  <div className="movable-main">
                    <p>
                      <b>{row.name}</b> <Tag>{row.kindName}</Tag>
                    </p>
                    <p>{answersWords(row, of)}</p>
                  </div>
                  <Button onClick={() => desk.change(row, { ...row.values, state: 'asked' })}>
                    放回<span className="hidden-text">{row.name}</span>
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecordHistory type="ownField" title="自定义栏目的修改记录" seen={answer.data?.list} done={answer.reload} />
      {removing && (
        <FormDialog
          title={`移除栏目：${removing.name}`}
          action="移除"
          danger
          intro={
            <p>
              表单、名册、导入导出和公开页上不再有这一栏。
              <Answers row={removing} of={of} />
              {removing.answers > 0 ? '，内容仍然保留，以后可以放回。' : '，以后可以放回。'}
            </p>
          }
          send={() => remove(removing)}
          close={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

const blankFor = ({ type, isFilledByHolder }: RecordInfo): FormValues => ({
  recordType: type,
  filledBy: isFilledByHolder ? 'holder' : 'staff',
  required: 'no',
  shown: 'no',
  state: 'asked',
})

/** Options and units belong to some kinds only; the kind of a field that has answers stays. */
function fieldsForKind(fields: readonly FormField[], row: Row | undefined): FormField[] {
  if (!row || row.answers === 0) return [...fields]
  const { kind } = row.values
  const isChoice = kind === 'choice' || kind === 'choices'
  return fields.filter(({ name }) => (name !== 'options' || isChoice) && (name !== 'unit' || kind === 'number'))
}

function FieldRow({ row, of }: { row: Row; of: RecordInfo }) {
  const { values } = row
  const unit = values.unit ? `，单位 ${values.unit}` : ''
  return (
    <>
      <p>
        <b>{row.name}</b> <Tag tone="water">{row.kindName}</Tag> {values.required === 'yes' && <Tag>必填</Tag>}{' '}
        {values.shown === 'yes' && <Tag tone="good">公开</Tag>}
      </p>
      <p>
        {values.filledBy === 'holder' ? '单位或本人填写' : '只由工作人员填写'}
        {unit} · <Answers row={row} of={of} />
      </p>
    </>
  )
}

const answersWords = ({ answers }: Row, { unit }: RecordInfo) =>
  answers > 0 ? `已有 ${withCommas(answers)} ${unit}填写` : '还没有记录填写'

const Answers = ({ row, of }: { row: Row; of: RecordInfo }) =>
  row.route && row.answers > 0 ? (
    <Link to={row.route}>
      {answersWords(row, of)}
      <span className="hidden-text">：{row.name}</span>
    </Link>
  ) : (
    answersWords(row, of)
  )

function Example({ of }: { of: RecordInfo }) {
  return of.isFilledByHolder ? (
    <p>
      例如物流行业的协会给每家单位加一栏“自有货运车辆”（数字，单位 辆），再加一栏“信用等级”（单选
      A、AA、AAA）：单位在资料里填写，名册里可以列出、排序、筛选，导入导出的表格里也有这两列。
    </p>
  ) : (
    <p>例如加一栏“会内职务”（单选 会长、副会长、理事），或“会费折扣原因”（单行文字），由工作人员在会员详情里填写。</p>
  )
}
