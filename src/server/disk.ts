import { statfs } from 'node:fs/promises';
import type { Config } from '#src/settings/environment/config.ts';

/** Bytes that this user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export type DiskHealth = 'ok' | 'low' | 'unreadable';

/** Whether the disks of data and builds have more free space than the reserve. */
export async function checkDisk({ dataDir, distDir, diskReserveBytes }: Config): Promise<DiskHealth> {
  try {
    const free = await Promise.all([dataDir, distDir].map(freeBytes));
    return Math.min(...free) < diskReserveBytes ? 'low' : 'ok';
  } catch {
    return 'unreadable';
  }
}
