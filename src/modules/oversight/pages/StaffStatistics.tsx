import { saveFile } from '#api/file.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Charts, useScope } from './Charts.tsx'

export { staffStatistics as handle } from './screens.ts'

export default function StaffStatistics() {
  const scope = useScope()
  const save = () => saveFile('GET /staff/statistics/export', scope)
  return <Charts heading="全部统计" actions={<SaveButton save={save}>导出</SaveButton>} />
}
