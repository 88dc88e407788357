import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { beginAddress } from '../applicationTypes.ts'
import type { OwnCertificate } from './CertificatesToHeed.tsx'

/** What can be applied for around a certificate; where it cannot be now, why and when. */
export function CertificateActions({ of: { certId, certNo, can } }: { of: OwnCertificate }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        办理业务<span className="hidden-text">：{certNo}</span>
      </Button>
      <Modal title={`办理业务：${certNo}`} open={open} onCancel={() => setOpen(false)} footer={null}>
        <ul className="certificate-can" role="list">
          {can.map(({ type, name, hindrance, applicationId }) => (
            <li key={type}>
              {hindrance ? <b>{name}</b> : <Link to={beginAddress(type, certId)}>{name}</Link>}
              {hindrance && <span>{hindrance}</span>}
              {applicationId && <Link to={`/admin/user/doing/${applicationId}`}>查看这份申请</Link>}
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}
