import { Button } from 'antd'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { pastSearchFilters } from '../pastSearchFilters.ts'
import type { Route } from './+types/StaffPastSearches'
import { pastSearches } from './registers.ts'

export { staffPastSearches as handle } from './screens.ts'

export const clientLoader = listLoader(pastSearches.load)

const tones = { shown: 'good', few: 'plain', hidden: 'warn' } as const

/** Search texts that found something; staff decide whether they are suggested to others. */
export default function StaffPastSearches({ loaderData }: Route.ComponentProps) {
  const { reload } = useLoaded(loaderData)
  const { submit, busy, error } = useSubmit('POST /staff/pastSearch/hide')
  const set = async (ids: number[], hide: boolean, done: () => void) => {
    const answer = await submit({ ids, hide })
    if (!answer) return
    announce(hide ? `${answer.changed} 个词不再提示` : `${answer.changed} 个词恢复提示`)
    done()
  }
  return (
    <RegisterTable
      of={pastSearches}
      loaded={loaderData}
      unit="个"
      filters={registerFilters(pastSearchFilters, {})}
      empty={{
        title: '还没有大家搜过的词',
        children: <p>三位以上访客搜过、公开标题里原样有的词会出现在这里，并在别人边输入时提示；不留是谁搜的。</p>,
      }}
      above={<Problem>{error?.message}</Problem>}
      acts={(rows, done) =>
        [true, false].map(hide => (
          <Button
            key={String(hide)}
            loading={busy}
            onClick={() =>
              void set(
                rows.map(({ id }) => id),
                hide,
                done,
              )
            }
          >
            {hide ? '所选不提示' : '所选恢复提示'}
          </Button>
        ))
      }
      cells={{
        text: ({ text, route }) => <Link to={route}>{text}</Link>,
        state: ({ id, text, state, cells }) => (
          <>
            <Tag tone={tones[state]}>{cells.state}</Tag>
            <Button
              type="link"
              aria-label={`${state === 'hidden' ? '恢复提示' : '不提示'} ${text}`}
              onClick={() => void set([id], state !== 'hidden', reload)}
            >
              {state === 'hidden' ? '恢复提示' : '不提示'}
            </Button>
          </>
        ),
      }}
    />
  )
}
