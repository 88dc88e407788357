export default function StaffQueue() {
  return null
}
