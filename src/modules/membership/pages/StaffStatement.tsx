export default function StaffStatement() {
  return null
}
