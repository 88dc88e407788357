import { Alert } from 'antd'
import { Link } from 'react-router'
import { useApi } from '#api/useApi.ts'

/** Says above what is sent that it does not leave the house, where no provider is set, or not all of it. */
export function SendingBand() {
  const { data } = useApi('GET /staff/sms/status', {})
  if (!data) return null
  const unset = [!data.sms && '短信', !data.mail && '邮件'].filter(Boolean).join('和')
  const missing = data.sms ? data.sms.kinds - data.sms.filed : 0
  return (
    <>
      {unset && (
        <Alert
          type="warning"
          showIcon
          className="sending-band"
          title={`没有接入${unset}服务：${unset}只写入服务器上的文件，谁也收不到。`}
        />
      )}
      {data.sms && missing > 0 && (
        <Alert
          type="warning"
          showIcon
          className="sending-band"
          title={
            <>
              {data.sms.kinds} 类短信中有 {missing} 类还没有{data.sms.name}的模板编号，这些不发短信。
              <Link to="/staff/sms-templates">查看是哪些</Link>
            </>
          }
        />
      )}
    </>
  )
}
