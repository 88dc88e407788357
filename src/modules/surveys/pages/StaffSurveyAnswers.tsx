import { useMemo } from 'react'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { answerFilters } from '../surveyFilters.ts'
import type { Route } from './+types/StaffSurveyAnswers'
import { answersOf } from './registers.ts'

export { staffSurveyAnswers as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, address) => {
  const id = pathId(address.params.id)
  const [of, list] = await Promise.all([api('GET /staff/survey/detail', { id }), answersOf(id).load(api, address)])
  return { of, ...list }
})

/** 答卷: what was handed in; each opens with all its answers. */
export default function StaffSurveyAnswers({ loaderData }: Route.ComponentProps) {
  const { of } = loaderData
  useScreenName(`答卷：${of.title}`)
  const answers = useMemo(() => answersOf(of.id), [of.id])
  const { surveyId: _, ...filters } = answerFilters
  return (
    <RegisterTable
      of={answers}
      loaded={loaderData}
      unit="份"
      filters={registerFilters(filters, {})}
      actions={
        <>
          <Link to={`/staff/surveys/${of.id}`}>回到这份问卷</Link>
          <Link to={`/staff/surveys/${of.id}/results`}>结果</Link>
        </>
      }
      empty={{
        title: of.answers === 0 ? '还没有收到答卷' : '没有这样的答卷',
        children: <p>{of.answers === 0 ? '交卷以后列在这里；草稿不列。' : '换一个条件看看。'}</p>,
      }}
    />
  )
}
