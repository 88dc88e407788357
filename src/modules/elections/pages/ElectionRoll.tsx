import { Link } from 'react-router'
import { type FormValues, optionsOf } from '#lib/form/form.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { ElectionFile } from './electionForm.ts'

type Objection = ElectionFile['objections'][number]

const decide = defineAct<{ of: ElectionFile; objection: Objection }>()({
  name: '处理',
  call: 'POST /staff/election/decideObjection',
  sends: true,
  confirm: ({ objection }) =>
    `${objection.byName}：${objection.content}。成立的按异议改名册；在会员中心提出的，提出人收到结果。`,
  fields: ({ of, objection }, values) => {
    const adds = values.isUpheld === 'yes' && objection.kind === 'add' && !objection.isOnRoll
    const corrects = values.isUpheld === 'yes' && objection.kind === 'correct'
    return [
      {
        name: 'isUpheld',
        label: '结果',
        section: '',
        kind: 'choice',
        required: true,
        options: optionsOf({ yes: '成立', no: '不成立' }),
      },
      { name: 'decision', label: '理由', section: '', kind: 'paragraph', required: true, max: 500 },
      ...(adds || corrects
        ? ([
            { name: 'name', label: adds ? '单位或个人' : '名称改为', section: '', kind: 'text', max: 60 },
            { name: 'personName', label: adds ? '代表' : '代表改为', section: '', kind: 'personName' },
          ] as const)
        : []),
      ...(adds && of.groups.length > 0
        ? ([
            { name: 'groupCode', label: '组', section: '', kind: 'choice', required: true, options: of.groups },
          ] as const)
        : []),
    ]
  },
  initial: ({ objection }): FormValues =>
    objection.kind === 'add' && !objection.isOnRoll ? { name: objection.about } : {},
  input: ({ of, objection }, values) => ({
    id: of.id,
    version: of.version,
    objectionId: objection.id,
    isUpheld: values.isUpheld === 'yes',
    decision: String(values.decision ?? ''),
    ...(values.name && { name: String(values.name) }),
    ...(values.personName && { personName: String(values.personName) }),
    ...(values.groupCode && { groupCode: String(values.groupCode) }),
  }),
  done: '异议已处理',
})

/** The objections against the roll, and the way to it. */
export function ElectionRoll({ of, reload }: { of: ElectionFile; reload: () => void }) {
  const isOpen = of.state === 'roll'
  return (
    <>
      {of.objections.length > 0 && (
        <section className="desk-card">
          <h2>名册异议</h2>
          <Table
            caption="名册异议"
            rows={of.objections}
            columns={[
              { name: '关于', cell: ({ about }) => about },
              {
                name: '异议',
                cell: ({ kindName, content }) => (
                  <>
                    {kindName}
                    <span className="cell-note">{content}</span>
                  </>
                ),
              },
              { name: '提出人', cell: ({ byName }) => byName },
              {
                name: '结果',
                cell: ({ state, stateName, decision }) => (
                  <>
                    <Tag tone={state === 'open' ? 'warn' : 'plain'}>{stateName}</Tag>
                    {decision && <span className="cell-note">{decision}</span>}
                  </>
                ),
              },
              {
                name: '办理',
                cell: objection =>
                  isOpen && objection.state === 'open' ? (
                    <ActButton
                      act={decide}
                      of={{ of, objection }}
                      called={objection.about}
                      reload={reload}
                      size="small"
                    />
                  ) : null,
              },
            ]}
          />
        </section>
      )}
      <section className="desk-card">
        <h2>选举人名册</h2>
        <p>
          {of.rollDay} 的会员、任职和会费。有选举权 {of.voters}，没有 {of.excluded}。公布至 {of.rollUntil}。
        </p>
        <p>
          <Link to={`/staff/elections/${of.id}/roll`}>
            名册（{of.onRoll} 栏）{isOpen && '，登记异议'}
          </Link>
        </p>
      </section>
    </>
  )
}
