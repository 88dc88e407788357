import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { memberKindNames } from '#modules/membership/words.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { levelStates } from '../levelForm.ts'
import type { Route } from './+types/StaffLevels'
import { JoiningRules } from './JoiningRules.tsx'

export { staffLevels as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [levels, joining] = await Promise.all([api('GET /staff/level/list', {}), api('GET /staff/joining/list', {})])
  return { levels, joining }
})

type Level = Output<ApiContract['GET /staff/level/list']>['list'][number]

const NEW_LEVEL: FormValues = {
  kind: 'organisation',
  state: 'open',
  votes: 1,
  advertDays: 0,
  trainingSeats: 0,
  changes: [],
}

/** 会员级别与入会: what memberships there are, what they cost, and how one comes by them. */
export default function StaffLevels({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.levels)
  const desk = useSiteDesk<Level>({
    answer,
    called: '会员级别',
    save: sent => browserApi('POST /staff/level/save', sent),
    move: sent => browserApi('POST /staff/level/move', sent),
    remove: sent => browserApi('POST /staff/level/remove', sent),
  })
  const rows = answer.data?.list ?? []
  const drag = useDrag<Level>((row, onto) => desk.put(row, rows.indexOf(onto) + 1))
  return (
    <>
      <section className="desk-card movable-dense">
        <div className="desk-card-head">
          <h2>会员级别</h2>
          <Button type="primary" onClick={() => desk.add(NEW_LEVEL)}>
            新增级别
          </Button>
        </div>
        <p>先后即名录和申请表里的次序。会费的调整从写明的年度起生效，以前生成的会费不变。</p>
        {desk.notice}
        <States
          answer={answer}
          empty={{
            when: ({ list }) => list.length === 0,
            title: '还没有会员级别',
            children: <p>新增一个接受申请的级别后，单位或个人才能申请入会。</p>,
          }}
        >
          {({ list }) => (
            <Movable rows={list} label="会员级别的先后" move={desk.put} drag={drag}>
              {row => (
                <>
                  <LevelRow row={row} />
                  <RowActs row={row} desk={desk} />
                </>
              )}
            </Movable>
          )}
        </States>
      </section>
      <JoiningRules answer={loaderData.joining} />
      {desk.dialogs}
    </>
  )
}

const LevelRow = ({ row }: { row: Level }) => {
  const { kind, state } = row.values as { kind: keyof typeof memberKindNames; state: keyof typeof levelStates }
  return (
    <div className="movable-main">
      <p>
        <b>{row.name}</b> <Tag tone="water">{row.code}</Tag>{' '}
        {state !== 'open' && <Tag tone={state === 'retired' ? 'warn' : undefined}>{levelStates[state]}</Tag>}
      </p>
      <p>
        {memberKindNames[kind]} · 会费 {row.fee.toLocaleString('zh-CN')} 元/年
        {row.nextFee && `（${row.nextFee.fromYear} 年起 ${row.nextFee.amount.toLocaleString('zh-CN')} 元）`} ·{' '}
        {row.members > 0 ? (
          <Link to={`/staff/members?levelCode=${row.code}`}>名册中 {row.members} 个</Link>
        ) : (
          '名册中还没有'
        )}
      </p>
    </div>
  )
}
