import { Inject, Injectable } from '@nestjs/common';
import { execute, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { DeviceStore } from '../known-devices';

/** Table `known_device` of schema `gateway`. */
@Injectable()
export class PostgresDeviceStore implements DeviceStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async knows(secretHash: Buffer, login: string, now: Date): Promise<boolean> {
    const row = await queryRow(
      this.source,
      z.object({ login: z.string() }),
      'SELECT login FROM known_device WHERE secret_hash = $1 AND login = $2 AND expires_at > $3',
      [secretHash, login, now],
    );
    return row !== null;
  }

  async keep(secretHash: Buffer, login: string, expiresAt: Date): Promise<void> {
    await execute(
      this.source,
      `
      INSERT INTO known_device (secret_hash, login, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (secret_hash, login) DO UPDATE SET expires_at = excluded.expires_at`,
      [secretHash, login, expiresAt],
    );
  }

  async forgetAll(login: string): Promise<void> {
    await execute(this.source, 'DELETE FROM known_device WHERE login = $1', [login]);
  }

  async sweep(now: Date): Promise<void> {
    await execute(this.source, 'DELETE FROM known_device WHERE expires_at <= $1', [now]);
  }
}
