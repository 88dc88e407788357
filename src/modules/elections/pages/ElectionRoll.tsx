import type { Output } from '#lib/contract.ts'
import { type FormValues, optionsOf } from '#lib/form/form.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { objectionKindNames } from '../electionWords.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import type { ElectionFile } from './electionForm.ts'

type Roll = Output<(typeof staffElectionsContract)['GET /staff/election/roll']>['list']
type Voter = Roll[number]
type Objection = ElectionFile['objections'][number]

const object = defineAct<{ of: ElectionFile; voter: Voter }>()({
  name: '登记异议',
  call: 'POST /staff/election/objection',
  confirm: '书面提出的异议在这里登记；在会员中心提出的不用登记。',
  fields: ({ voter }) => [
    {
      name: 'kind',
      label: '异议',
      section: '',
      kind: 'choice',
      required: true,
      options: optionsOf(objectionKindNames).filter(({ code }) => code !== (voter.isEntitled ? 'add' : 'strike')),
    },
    { name: 'content', label: '内容', section: '', kind: 'paragraph', required: true, max: 1000 },
    { name: 'byName', label: '提出人', section: '', kind: 'text', required: true, max: 60 },
  ],
  input: ({ of, voter }, values) => ({
    id: of.id,
    voterId: voter.id,
    kind: values.kind as keyof typeof objectionKindNames,
    content: String(values.content ?? ''),
    byName: String(values.byName ?? ''),
  }),
  done: '异议已登记',
})

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

/** The roll with the objections against it. */
export function ElectionRoll({ of, roll, reload }: { of: ElectionFile; roll: Roll; reload: () => void }) {
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
        <Table
          caption="选举人名册"
          rows={roll}
          columns={[
            {
              name: '单位（个人）',
              cell: ({ name, personName }) => (
                <>
                  {name}
                  <span className="cell-note">{personName}</span>
                </>
              ),
            },
            {
              name: '身份',
              cell: ({ postName, groupName }: Voter) => [postName, groupName].filter(Boolean).join('　'),
            },
            { name: '票数', cell: ({ weight }: Voter) => weight, isFigure: true },
            {
              name: '选举权',
              cell: ({ isEntitled, reason }: Voter) => (
                <>
                  {isEntitled ? '有' : <Tag tone="bad">没有</Tag>}
                  {reason && <span className="cell-note">{reason}</span>}
                </>
              ),
            },
            ...(isOpen
              ? [
                  {
                    name: '办理',
                    cell: (voter: Voter) => (
                      <ActButton act={object} of={{ of, voter }} called={voter.name} reload={reload} size="small" />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </section>
    </>
  )
}
