import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { type FormField, type FormValues, fieldsIn } from '#lib/form/form.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { CallReach } from '#ui/act/CallReach.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { respondentFilters } from '../surveyFilters.ts'
import type { Route } from './+types/StaffSurveyRoll'
import { rollOf } from './registers.ts'
import type { SurveyDetail } from './SurveyForm.tsx'
import { answerTones } from './surveyTones.ts'

export { staffSurveyRoll as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, address) => {
  const id = pathId(address.params.id)
  const [of, choices, list] = await Promise.all([
    api('GET /staff/survey/detail', { id }),
    api('GET /staff/survey/choices', {}),
    rollOf(id).load(api, address),
  ])
  return { of, choices, ...list }
})

type Choices = Output<ApiContract['GET /staff/survey/choices']>
type Chosen = { surveyId: number; ids: number[] }

const act = defineAct<Chosen>()
const remind = act({
  name: '催交所选',
  confirm: '所选之中没有交的各收到一次提醒和一个新口令，原来的口令失效。',
  call: 'POST /staff/survey/remind',
  sends: true,
  input: ({ surveyId, ids }) => ({ id: surveyId, respondentIds: ids }),
  done: (_, { reminded }) => `已催 ${reminded} 个`,
})
const late = act({
  name: '准许迟交',
  confirm: '所选的在截止以后仍可以交到这一天。不发通知，需要时另行催交或告知。',
  fields: [fieldsIn('')('until', '准许交到', { kind: 'day', hint: '不填则取消已有的准许' })],
  call: 'POST /staff/survey/late',
  input: ({ surveyId, ids }, { until }) => ({ id: surveyId, respondentIds: ids, until: until ? String(until) : null }),
  done: (_, { changed }) => `${changed} 个已更新`,
})
const remove = act({
  name: '从名单上去掉',
  isDanger: true,
  confirm: '不再请所选的填写，收到的口令失效；已经填写的不能去掉。可以再加入。',
  call: 'POST /staff/survey/roll/remove',
  input: ({ surveyId, ids }) => ({ id: surveyId, respondentIds: ids }),
  done: (_, { removed }) => `已去掉 ${removed} 个`,
})

/** 名单: who is asked and who has answered, never what. */
export default function StaffSurveyRoll({ loaderData }: Route.ComponentProps) {
  const { of, choices } = loaderData
  useScreenName(`名单：${of.title}`)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isAdding, add] = useState(false)
  const roll = useMemo(() => rollOf(of.id), [of.id])
  const { surveyId: _, ...filters } = respondentFilters
  const mayAdd = of.audience === 'roll' && of.state !== 'closed'
  return (
    <>
      <RegisterTable
        of={roll}
        loaded={loaderData}
        unit="个"
        filters={registerFilters(filters, {})}
        actions={
          <>
            <Link to={`/staff/surveys/${of.id}`}>回到这份问卷</Link>
            {mayAdd && (
              <Button type="primary" onClick={() => add(true)}>
                加入名单
              </Button>
            )}
          </>
        }
        empty={{
          title: of.respondents === 0 ? '名单还是空的' : '没有这样的单位或个人',
          children: <p>{mayAdd ? '按会员、机构或单位名称加入。' : '换一个条件看看。'}</p>,
        }}
        cells={{ stateName: row => <StateTag of={row} tones={answerTones} /> }}
        acts={(chosen, done) => {
          const whom = { surveyId: of.id, ids: chosen.map(({ id }) => id) }
          const acts = [
            ...(of.state === 'open' ? [remind] : []),
            ...(of.state === 'draft' ? [] : [late]),
            ...(of.state === 'closed' ? [] : [remove]),
          ]
          const [only] = chosen
          return (
            <>
              {only && chosen.length === 1 && only.state !== 'in' && of.state !== 'draft' && (
                <Button onClick={() => navigate(`/staff/surveys/${of.id}/enter/${only.id}`)}>代填</Button>
              )}
              {acts.map(one => (
                <ActButton
                  key={one.name}
                  act={one}
                  of={whom}
                  called={`${chosen.length} 个`}
                  reload={() => {
                    done()
                    void revalidate()
                  }}
                />
              ))}
              <WriteToChosen register="surveyRespondent" ids={whom.ids} sent={done} name="发消息或寄信" />
            </>
          )
        }}
      />
      {isAdding && <AddToRoll of={of} choices={choices} close={() => add(false)} done={() => void revalidate()} />}
    </>
  )
}

const field = fieldsIn('')
const ways = [
  { code: 'members', name: '会员（可按类别、级别、行业、地区、标签）' },
  { code: 'body', name: '一个机构现任的人' },
  { code: 'names', name: '逐行写单位名称或统一社会信用代码' },
]

function addFields({ from }: FormValues, { levels, trades, tags, bodies }: Choices): FormField[] {
  const narrow = (name: string, label: string, options: Choices['levels']) =>
    options.length > 0 ? [field(name, label, { kind: 'choice', options, hint: '不选为全部' })] : []
  return [
    field('from', '怎样加入', { kind: 'choice', required: true, options: ways }),
    ...(from === 'members'
      ? [
          ...narrow('kind', '会员类别', [
            { code: 'organisation', name: '单位会员' },
            { code: 'person', name: '个人会员' },
          ]),
          ...narrow('levelCode', '级别', levels),
          ...narrow('trade', '行业', trades),
          field('provinceCode', '地区', { kind: 'province' as const, hint: '不选为全部' }),
          ...narrow('tag', '标签', tags),
        ]
      : []),
    ...(from === 'body' ? [field('bodyId', '机构', { kind: 'choice' as const, required: true, options: bodies })] : []),
    ...(from === 'names'
      ? [
          field('names', '单位', {
            kind: 'paragraph' as const,
            required: true,
            max: 20_000,
            hint: '一行一个，须与登记的名称或代码相同',
          }),
        ]
      : []),
  ]
}

const inputOf = (id: number, values: FormValues) => ({
  id,
  ...(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== '')) as {
    from: 'members' | 'body' | 'names'
  }),
})

function AddToRoll({
  of,
  choices,
  close,
  done,
}: {
  of: SurveyDetail
  choices: Choices
  close: () => void
  done: () => void
}) {
  const [values, setValues] = useState<FormValues>({ from: 'members' })
  const send = async (typed: FormValues) => {
    const { added, already, left } = await browserApi('POST /staff/survey/roll/add', inputOf(of.id, typed))
    const missing = left.length > 0 ? `；${left.join('、')} 没有账号也没有单位，没有加入` : ''
    announce(`已加入 ${added} 个${already > 0 ? `，${already} 个原来就在名单上` : ''}${missing}`)
    done()
  }
  const isOpen = of.state === 'open'
  return (
    <FormDialog
      title={`加入名单：${of.title}`}
      fields={typed => addFields(typed, choices)}
      initial={{ from: 'members' }}
      action="加入"
      intro={<p>{isOpen ? '问卷正在进行：新加入的随即收到通知。' : '发布时一并通知。'}已在名单上的不重复加入。</p>}
      send={send}
      close={close}
      onChange={setValues}
    >
      {isOpen && <CallReach call="POST /staff/survey/roll/add" inputs={[inputOf(of.id, values)]} />}
    </FormDialog>
  )
}
