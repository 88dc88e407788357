import { Alert } from 'antd'
import { Link } from 'react-router'

/** Leads whoever has not yet said who they are to where they do. */
export const ProfileFirst = ({ title = '请先完善资料', then }: { title?: string; then: string }) => (
  <Alert
    type="info"
    showIcon
    title={title}
    description={then}
    action={<Link to="/admin/user/profile">去完善资料</Link>}
  />
)
