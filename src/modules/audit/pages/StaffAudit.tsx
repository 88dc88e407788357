export default function StaffAudit() {
  return null
}
