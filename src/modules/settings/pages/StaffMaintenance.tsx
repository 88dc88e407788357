import { Alert, Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useOutcome } from '#api/useOutcome.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import type { Route } from './+types/StaffMaintenance'

export { staffMaintenance as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/operation', {}))

/** 维护模式: closes the site for visitors and members, or for everything that writes, and opens it again. */
export default function StaffMaintenance({ loaderData: { fields, values, version } }: Route.ComponentProps) {
  const [isOpen, setOpen] = useState(false)
  const { said, done, reload } = useOutcome()
  const mode = fields.find(({ name }) => name === 'mode')!
  return (
    <section className="desk-card" aria-label="网站是否开放">
      <div className="desk-card-head">
        <h2>网站是否开放</h2>
        {!isOpen && (
          <Button type="primary" onClick={() => setOpen(true)}>
            切换
          </Button>
        )}
      </div>
      <p>切换后所有服务进程随即生效，不用重新启动；须再次输入密码，记入审计日志。升级、搬迁、恢复备份之前使用。</p>
      <Alert
        type={values.mode === 'open' ? 'success' : 'warning'}
        showIcon
        title={fieldText(mode, values.mode)}
        description={values.message ? `告示：${values.message}` : undefined}
      />
      {isOpen && (
        <RecordForm
          fields={fields}
          values={values}
          version={version}
          reload={reload}
          onCancel={() => setOpen(false)}
          save={async (form, seen) => {
            await browserApi('POST /staff/operation/save', { form, version: seen ?? version })
            setOpen(false)
            done(form.mode === 'open' ? '网站已恢复开放' : '已切换，网站不再照常开放')
          }}
        />
      )}
      <p role="status">{said}</p>
    </section>
  )
}
