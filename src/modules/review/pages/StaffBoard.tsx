export default function StaffBoard() {
  return null
}
