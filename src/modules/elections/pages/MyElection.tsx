import './elections.css'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { electionsContract } from '../contract.ts'
import type { objectionKindNames } from '../electionWords.ts'
import type { Route } from './+types/MyElection'
import { candidateFields, candidateOf } from './electionActs.tsx'
import { objectionKindField } from './electionForm.ts'
import { electionTones } from './electionTones.ts'

export { myElection as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /app/election/detail', { id: pathId(params.id) }),
)

type Own = Output<(typeof electionsContract)['GET /app/election/detail']>

const nominate = defineAct<Own>()({
  name: '提名候选人',
  isMain: true,
  call: 'POST /app/election/nominate',
  confirm: ({ nominationsLeft }) =>
    `还可以提名 ${nominationsLeft} 人。被提名人的单位收到消息，同意并经审查后列入候选人。`,
  fields: of => candidateFields(of.contests),
  input: (of, values) => ({ id: of.id, ...candidateOf(values) }),
  done: '已提名，等待对方答复',
})

const objectMissing = defineAct<Own>()({
  name: '名册有遗漏',
  call: 'POST /app/election/object',
  confirm: '说明谁应当在名册上。协会处理后，您收到结果。',
  fields: [
    { name: 'about', label: '单位或个人', section: '', kind: 'text', required: true, max: 60 },
    { name: 'content', label: '理由', section: '', kind: 'paragraph', required: true, max: 1000 },
  ],
  input: (of, values) => ({
    id: of.id,
    kind: 'add',
    about: String(values.about ?? ''),
    content: String(values.content ?? ''),
  }),
  done: '异议已提出',
})

const object = defineAct<{ of: Own; voter: Own['roll'][number] }>()({
  name: '提出异议',
  call: 'POST /app/election/object',
  confirm: '协会处理后，您收到结果。',
  fields: ({ voter }) => [
    objectionKindField(voter),
    { name: 'content', label: '理由', section: '', kind: 'paragraph', required: true, max: 1000 },
  ],
  input: ({ of, voter }, values) => ({
    id: of.id,
    voterId: voter.id,
    kind: values.kind as keyof typeof objectionKindNames,
    content: String(values.content ?? ''),
  }),
  done: '异议已提出',
})

type Nomination = Own['nominations'][number]
const answerOf = (agrees: boolean) =>
  defineAct<{ of: Own; nomination: Nomination }>()({
    name: agrees ? '同意' : '不同意',
    isDanger: !agrees,
    call: 'POST /app/election/consent',
    confirm: ({ nomination }) =>
      agrees
        ? `${nomination.personName}同意作${nomination.contestName}候选人。候选人名单公布以前可以更改。`
        : `${nomination.personName}不作${nomination.contestName}候选人。候选人名单公布以前可以更改，以后不能再列入。`,
    input: ({ of, nomination }) => ({ id: of.id, candidateId: nomination.id, agrees }),
    done: agrees ? '已答复同意' : '已答复不同意',
  })
const agree = answerOf(true)
const decline = answerOf(false)

/** One election as whoever is on its roll sees it: the roll, proposals, candidates and the result. */
export default function MyElection({ loaderData: of }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  useScreenName(of.title)
  return (
    <>
      <section className="centre-card">
        <h2>
          {of.title} <StateTag of={of} tones={electionTones} />
        </h2>
        <Facts
          facts={[
            ['您现在可以', of.todo],
            ['选举权', of.isVoter ? '有' : '没有'],
            ['名册公布至', of.rollUntil],
            ['提名截止', of.nominationUntil],
            ['候选人公布至', of.candidatesUntil],
            ['投票', [of.votesOn ?? '日期未定', of.place].filter(Boolean).join('　')],
          ]}
        />
        {of.nominationsLeft > 0 && <ActButton act={nominate} of={of} reload={reload} />}
      </section>
      {of.nominations.length > 0 && <Nominations of={of} reload={reload} />}
      {of.candidates.length > 0 && <Candidates of={of} />}
      <Roll of={of} reload={reload} />
      <section className="centre-card">
        <h2>选举办法</h2>
        <ul className="election-rules">
          {of.sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

type Props = { of: Own; reload: () => void }

const Nominations = ({ of, reload }: Props) => (
  <section className="centre-card">
    <h2>提名</h2>
    <Table
      caption="提名"
      rows={of.nominations}
      columns={[
        { name: '姓名', cell: ({ personName }) => personName },
        { name: '职务', cell: ({ contestName }) => contestName },
        { name: '提名', cell: ({ nominatorName }) => nominatorName },
        { name: '本人', cell: ({ consentName }) => consentName },
        { name: '审查', cell: ({ reviewName }) => reviewName },
        {
          name: '答复',
          cell: nomination => {
            if (!nomination.canAnswer) return null
            const props = { of: { of, nomination }, called: nomination.personName, reload, size: 'small' } as const
            return (
              <span className="form-actions">
                {nomination.consent !== 'given' && <ActButton act={agree} {...props} />}
                {nomination.consent !== 'declined' && <ActButton act={decline} {...props} />}
              </span>
            )
          },
        },
      ]}
    />
  </section>
)

const Candidates = ({ of }: { of: Own }) => (
  <section className="centre-card">
    <h2>候选人</h2>
    <Table
      caption="候选人"
      rows={of.candidates}
      columns={[
        {
          name: '姓名',
          cell: ({ personName, companyName, position }) => (
            <>
              {personName}
              <span className="cell-note">{[companyName, position].filter(Boolean).join('　')}</span>
            </>
          ),
        },
        { name: '职务', cell: ({ contestName }) => contestName },
        { name: '简介', cell: ({ introduction }) => introduction || '—' },
        ...(of.state === 'confirmed'
          ? [{ name: '结果', cell: ({ outcomeName }: Own['candidates'][number]) => outcomeName }]
          : []),
      ]}
    />
  </section>
)

/** Seats of a roll that are shown at once: an assembly has hundreds. */
const ROLL_STEP = 50

function Roll({ of, reload }: Props) {
  const [words, setWords] = useState('')
  const [most, setMost] = useState(ROLL_STEP)
  const found = of.roll.filter(({ name, personName }) => `${name} ${personName}`.includes(words.trim()))
  return (
    <section className="centre-card">
      <h2>选举人名册</h2>
      {of.canObject && (
        <p>
          请核对。有异议的，请在 {of.rollUntil} 以前提出。{' '}
          <ActButton act={objectMissing} of={of} reload={reload} size="small" />
        </p>
      )}
      {of.objections.length > 0 && (
        <ul>
          {of.objections.map(({ id, about, kindName, stateName, decision }) => (
            <li key={id}>
              异议（{about}，{kindName}）：{stateName}
              {decision && `，${decision}`}
            </li>
          ))}
        </ul>
      )}
      {of.roll.length > ROLL_STEP && (
        <Input
          allowClear
          aria-label="在名册中查找"
          placeholder="单位、个人或代表"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      {found.length === 0 && <p>名册上没有“{words.trim()}”。</p>}
      <Table
        caption="选举人名册"
        rows={found.slice(0, most)}
        columns={[
          {
            name: '单位（个人）',
            cell: ({ name, personName, isOwn }) => (
              <>
                {name} {isOwn && <Tag tone="good">本单位</Tag>}
                <span className="cell-note">{personName}</span>
              </>
            ),
          },
          ...(of.roll.some(({ groupName }) => groupName)
            ? [{ name: '组', cell: ({ groupName }: Own['roll'][number]) => groupName }]
            : []),
          {
            name: '选举权',
            cell: ({ isEntitled, reason }) => (
              <>
                {isEntitled ? '有' : '没有'}
                {reason && <span className="cell-note">{reason}</span>}
              </>
            ),
          },
          ...(of.canObject
            ? [
                {
                  name: '异议',
                  cell: (voter: Own['roll'][number]) => (
                    <ActButton act={object} of={{ of, voter }} called={voter.name} reload={reload} size="small" />
                  ),
                },
              ]
            : []),
        ]}
      />
      {found.length > most && (
        <Button onClick={() => setMost(most + ROLL_STEP)}>
          再显示 {Math.min(ROLL_STEP, found.length - most)} 栏，还有 {found.length - most} 栏
        </Button>
      )}
    </section>
  )
}
