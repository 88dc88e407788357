import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { voterFilters } from '../ballotFilters.ts'
import type { Route } from './+types/StaffBallotVoters'
import { votersOf } from './registers.ts'

export { staffBallotVoters as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, address) => {
  const id = pathId(address.params.id)
  const [of, list] = await Promise.all([api('GET /staff/ballot/detail', { id }), votersOf(id).load(api, address)])
  return { of, ...list }
})

type Voter = { ballotId: number; id: number; name: string }

const strike = defineAct<Voter>()({
  name: '剔除',
  isDanger: true,
  confirm: '不再计入名单，口令失效；须由另一位同事同意。本人在选票页上读到不在名单上，不另发消息。',
  fields: [reasonField('写入名单')],
  call: 'POST /staff/ballot/strike',
  input: ({ ballotId, id }, { reason }) => ({ id: ballotId, voterId: id, reason: String(reason ?? '') }),
  done: '已剔除',
})

const giveLetters = defineAct<{ ballotId: number; voterIds: number[] }>()({
  name: '给口令信',
  title: ({ voterIds }) => `给 ${voterIds.length} 人口令信`,
  confirm: ({ voterIds }) =>
    `${voterIds.length} 人各得到一个印在纸上的新口令，以前的口令（短信或旧信里的）作废；不发短信，以后也不再提醒。须由另一位同事同意，然后在投票页打印，核对本人后发放、签收。打印的人看得到口令：请封好，有手机的投票人仍须验证码。`,
  call: 'POST /staff/ballot/letters',
  input: ({ ballotId, voterIds }) => ({ id: ballotId, voterIds }),
  done: (_, { voters }) => `${voters} 人已有口令信，请到投票页打印`,
})

/** 投票人: who may vote and who took part, never what; paper slips are handed out here. */
export default function StaffBallotVoters({ loaderData }: Route.ComponentProps) {
  const { of } = loaderData
  useScreenName(`投票人：${of.title}`)
  const { revalidate } = useRevalidator()
  const voters = useMemo(() => votersOf(of.id), [of.id])
  const { ballotId: _, ...filters } = voterFilters
  const mark = async (voterIds: number[], isPaper: boolean, done: () => void) => {
    try {
      const { voters } = await browserApi('POST /staff/ballot/paper', { id: of.id, voterIds, isPaper })
      announce(isPaper ? `${voters} 人已记为领取纸质选票` : `${voters} 人已撤回领取`)
      done()
      void revalidate()
    } catch (error) {
      announce(toRefusal(error).message)
    }
  }
  return (
    <RegisterTable
      of={voters}
      loaded={loaderData}
      unit="人"
      filters={registerFilters(filters, {})}
      actions={<Link to={`/staff/ballots/${of.id}`}>回到这次投票</Link>}
      empty={{ title: '没有这样的投票人', children: <p>换一个条件，或先在草稿里填写名单。</p> }}
      acts={(chosen, done) => {
        const ids = chosen.map(({ id }) => id)
        const [only] = chosen
        return (
          of.state === 'open' && (
            <>
              {of.means.includes('paper') && (
                <>
                  <Button onClick={() => void mark(ids, true, done)}>领取纸质选票</Button>
                  <Button onClick={() => void mark(ids, false, done)}>撤回领取</Button>
                </>
              )}
              {of.means.includes('online') && (
                <ActButton
                  act={giveLetters}
                  of={{ ballotId: of.id, voterIds: ids }}
                  reload={() => {
                    done()
                    void revalidate()
                  }}
                />
              )}
              {only && chosen.length === 1 && !only.isStruck && (
                <ActButton
                  act={strike}
                  of={{ ballotId: of.id, id: only.id, name: only.name }}
                  called={only.name}
                  reload={() => {
                    done()
                    void revalidate()
                  }}
                />
              )}
            </>
          )
        )
      }}
    />
  )
}
