export default function StaffCase() {
  return null
}
