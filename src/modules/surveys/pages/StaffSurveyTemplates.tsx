import { Link } from 'react-router'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import type { Route } from './+types/StaffSurveyTemplates'

export { staffSurveyTemplates as handle } from './screens.ts'

export const clientLoader = recordsLoader('surveyTemplate')

/** 问卷模板: what a new survey can begin with. */
export default function StaffSurveyTemplates({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="问卷模板"
      title="问卷模板"
      add="新增模板"
      about={
        <>
          新建问卷时可以带入模板的题目，再按需要修改；已有的问卷不受模板的影响。
          <Link to="/staff/surveys">全部问卷</Link>
        </>
      }
      empty={{ title: '还没有模板', children: '在一份问卷里“另存为模板”，或在这里逐题填写。' }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        {
          name: '题目',
          nowrap: true,
          cell: ({ values }) => `${Array.isArray(values.questions) ? values.questions.length : 0} 题`,
        },
      ]}
      hasHistory
    />
  )
}
