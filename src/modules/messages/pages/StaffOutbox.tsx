export default function StaffOutbox() {
  return null
}
