import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { surveyFilters } from '../surveyFilters.ts'
import type { Route } from './+types/StaffSurveys'
import { surveys } from './registers.ts'
import { SurveyForm } from './SurveyForm.tsx'
import { surveyTones } from './surveyTones.ts'

export { staffSurveys as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) =>
  address.query.has('new') ? { choices: await api('GET /staff/survey/choices', {}) } : surveys.load(api, address),
)

/** 问卷: all surveys; with `?new=1` the form of a new one. */
export default function StaffSurveys({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!('page' in loaderData))
    return (
      <SurveyForm
        templates={loaderData.choices.templates}
        done={id => navigate(`/staff/surveys/${id}`)}
        cancel={() => navigate('/staff/surveys')}
      />
    )
  return (
    <RegisterTable
      of={surveys}
      loaded={loaderData}
      unit="份"
      filters={registerFilters(surveyFilters, {})}
      actions={
        <>
          <Link to="/staff/surveys/templates">问卷模板</Link>
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新建问卷
          </Button>
        </>
      }
      empty={{
        title: '还没有问卷',
        children: <p>调查、参会回执、材料收集、征求意见、满意度，都在这里写题目、定对象、看结果。</p>,
      }}
      cells={{ stateName: row => <StateTag of={row} tones={surveyTones} /> }}
    />
  )
}
